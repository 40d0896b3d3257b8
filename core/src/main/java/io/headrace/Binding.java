package io.headrace;

import io.headrace.queue.QueueSlot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * That a stream is in a queue: how many of its packets are there, and which steps that queue serves. The stream counts as a user
 * of the queue exactly while there are any.
 *
 * <p>Raised by callers, under the monitor of the {@link StreamOrder}, and lowered by the queue's thread. Each stream is a binding
 * itself, so that one that is in one queue at a time, as nearly all are, needs no other object; another one is made only when a
 * stream goes on in a second queue while it has packets in the first.
 */
class Binding {

    private static final VarHandle IN_FLIGHT;

    static {
        try {
            IN_FLIGHT = MethodHandles.lookup().findVarHandle(Binding.class, "inFlight", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile int inFlight;

    /** The queue, while anything is in flight, and which steps it serves. Written under the monitor while nothing is. */
    private @Nullable QueueSlot slot;

    private @Nullable Lane served;

    final int inFlight() {
        return inFlight;
    }

    /** The queue that the stream is or was in; {@code null} if there never was one. */
    final @Nullable QueueSlot slot() {
        return slot;
    }

    final @Nullable Lane served() {
        return served;
    }

    /** The stream goes to a queue with its first packet. Nothing is in flight. */
    final void bind(QueueSlot chosen, Lane lane) {
        slot = chosen;
        served = lane;
        IN_FLIGHT.set(this, 1);
    }

    /** Counts one more packet, so that the stream stays bound; {@code false} if it was unbound a moment ago. */
    final boolean raise() {
        if ((int) IN_FLIGHT.getAndAdd(this, 1) > 0) {
            return true;
        }
        IN_FLIGHT.set(this, 0);
        return false;
    }

    /**
     * Packets have ended in the queue; called before that is published.
     *
     * @param where the queue's slot
     * @return whether none is left, so that the stream has left the queue
     */
    final boolean ended(QueueSlot where, int packets) {
        boolean left = (int) IN_FLIGHT.getAndAdd(this, -packets) == packets;
        if (left) {
            where.release();
        }
        return left;
    }
}
