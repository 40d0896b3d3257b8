package io.headrace.spi;

import io.headrace.error.HeadraceException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RingQueue} whose callers submit by themselves what neither needs the host nor a call that may block, if all packets before it
 * are submitted. What does, and all that is behind it meanwhile (the <em>backlog</em>), is submitted in order by the queue's thread
 * ({@link DirectLoop}). So there is one submitter at a time: whoever holds the lock while there is no backlog, else the thread.
 */
public abstract class DirectQueue extends RingQueue {

    private final RingSlots slots;
    private final DirectLoop<?> loop;

    /** Whether packets wait for the thread. Written under the lock. */
    private volatile boolean backlog;

    /**
     * A queue whose thread is to be started; see {@link RingQueue}.
     *
     * @param name the name of its thread, and its own in messages
     * @param slots its packets
     * @param loop its thread
     * @param loss of its device
     * @param callerSpinMicros how long a caller spins for room before it parks
     */
    protected DirectQueue(String name, RingSlots slots, DirectLoop<?> loop, DeviceLoss loss, long callerSpinMicros) {
        super(name, slots, loop, loss, callerSpinMicros);
        this.slots = slots;
        this.loop = loop;
    }

    /** Whether a packet, which comes next, can be submitted now and by any thread. Under the lock. */
    protected abstract boolean isDirect(Packet packet);

    /** A packet is about to begin. For the submitter. */
    protected abstract void prepare(long id, Packet packet);

    /** Submits a packet that has begun. Under the lock. What it throws is the packet's failure. */
    protected abstract void submitDirectly(long id, Packet packet);

    /**
     * A packet was submitted, or not, and {@link #submitted} is to be told. For the submitter.
     *
     * @param failure what it has failed with; {@code null} if it has not, or was not to run
     */
    protected abstract void finish(long id, @Nullable Throwable failure);

    /**
     * A packet was submitted by its caller, after which nothing speaks against the next one. Under the lock.
     *
     * @return whether the queue's thread has something to do now
     */
    protected boolean submittedDirectly() {
        return false;
    }

    /** The place behind a packet, the last that was submitted, for other queues of the device to wait for; {@code null} if there is none. Under the lock. */
    protected abstract @Nullable Position placeBehind(long packetId);

    @Override
    protected final boolean taken(long id, Packet packet) {
        if (backlog || !isDirect(packet)) {
            backlog = true;
            return true;
        }
        boolean runs = false;
        Throwable failure = null;
        prepare(id, packet);
        try {
            runs = packet.begin();
            if (runs) {
                submitDirectly(id, packet);
            }
        } catch (Throwable e) {
            failure = e;
        }
        boolean stalls = failure != null || !runs;
        if (stalls) {
            // What is behind it is not to begin before this one has ended, by which it may learn of a failure.
            loop.stallUntil(id + 1);
            backlog = true;
        }
        finish(id, failure);
        return stalls || submittedDirectly();
    }

    @Override
    protected final void notWoken() {
        // To give the lock back was a volatile write, so either this sees that the thread sleeps, or it sees the
        // packet.
        loop.ringIfIdle();
    }

    /** The packet that the thread has to submit next; {@code null} if there is none any more, and callers submit from now on. */
    final @Nullable Packet nextOfBacklog() {
        // A thread that took the lock at each look would hold callers up. Who makes a backlog wakes it afterwards.
        if (!backlog) {
            return null;
        }
        lock().lock();
        try {
            if (submitted() < writeIndex()) {
                return slots.packet(submitted());
            }
            // Behind a failure that is not told yet callers must not submit either.
            backlog = loop.isStalled();
            return null;
        } finally {
            lock().unlock();
        }
    }

    @Override
    public final void expectEnd(long packetId) {
        if (packetId >= readIndex()) {
            super.expectEnd(packetId);
            awaited(packetId);
            loop.ringForExpectation();
        }
    }

    /** Somebody waits for a packet that has not ended. For any thread. */
    protected void awaited(long packetId) {}

    @Override
    public final @Nullable Position awaitable(long packetId) {
        if (packetId < readIndex()) {
            return position(packetId);
        }
        lock().lock();
        try {
            // Behind a stall is a failure that is not told yet.
            return packetId != writeIndex() - 1 || backlog || isDead() || loop.isStalled()
                    ? null
                    : placeBehind(packetId);
        } catch (HeadraceException e) {
            return null; // who gets no place here waits for the end, and is told there
        } finally {
            lock().unlock();
        }
    }
}
