package io.headrace.hsa;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the GPU has of a packet. Plain memory: what is written here is published by the queue's indices. */
final class PacketSlot {

    /** Why copies of the packet have failed on the GPU; {@code null} if that was not seen. */
    private @Nullable Throwable failure;

    /** The signal whose operation is its last; {@code null}: the queue's own, which tells by {@link #count}. */
    @Nullable
    HsaSignal end;

    /** How often the queue's own signal has been lowered when the packet has ended. */
    long count;

    /** Up to where room of the queue's {@link HostRing} is taken for it, and for packets before it. */
    long hostPosition;

    /** Signals of its operations that nothing uses any more when it has ended; {@code null} for none. */
    private @Nullable List<HsaSignal> signals;

    /** The operations that began first and ended last, if the packet is timed by them. */
    DeviceTimes.@Nullable Span span;

    /** The places in other queues that the GPU reaches first; {@code null} for none. */
    private @Nullable List<HsaPlace> awaited;

    /** The place behind the packet before this one, if that was asked for. */
    @Nullable
    HsaPlace place;

    void use(HsaSignal signal) {
        if (signals == null) {
            signals = new ArrayList<>();
        }
        signals.add(signal);
    }

    List<HsaSignal> signals() {
        return signals == null ? List.of() : signals;
    }

    void await(HsaPlace waited) {
        if (awaited == null) {
            awaited = new ArrayList<>();
        }
        awaited.add(waited);
    }

    List<HsaPlace> awaited() {
        return awaited == null ? List.of() : awaited;
    }

    /** Whether what the GPU has of it has ended. */
    boolean hasEnded(HsaSignal queueSignal) {
        HsaSignal last = end;
        return last != null ? last.hasEnded() : -queueSignal.value() >= count;
    }

    /** It has ended on the GPU. Gives why, if that was by a failure; {@code null} if not. */
    @Nullable
    Throwable settle(HsaContext context, String queue) {
        HsaSignal last = end;
        if (last != null) {
            releaseFailed(last, context, queue);
        }
        return failure;
    }

    /** Has what waits for operations that have failed go on. */
    void releaseFailed(HsaContext context, String queue) {
        for (HsaSignal signal : signals()) {
            releaseFailed(signal, context, queue);
        }
    }

    private void releaseFailed(HsaSignal signal, HsaContext context, String queue) {
        if (signal.hasFailed()) {
            signal.set(0); // what waits for it waits for that
            if (failure == null) {
                failure = context.exception("copy in " + queue, HsaErrors.ERROR);
            }
        }
    }

    void clear() {
        failure = null;
        end = null;
        signals = null;
        span = null;
        awaited = null;
        place = null;
    }
}
