package io.headrace.hsa;

import io.headrace.spi.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in a queue's ring: a packet, and what has become of it. Plain memory: what is written here is published by the queue's
 * indices.
 */
final class PacketSlot {

    private @Nullable Packet packet;

    /** Why the packet fails; {@code null} if nothing is known against it. */
    @Nullable
    Throwable failure;

    /** Whether the GPU has something of it. */
    boolean isNative;

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

    void put(Packet put) {
        packet = put;
    }

    Packet packet() {
        return Objects.requireNonNull(packet);
    }

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

    /** Whether it has ended on the GPU, whose part in it may be none. */
    boolean hasEnded(HsaSignal queueSignal) {
        HsaSignal last = end;
        return !isNative || (last != null ? last.hasEnded() : -queueSignal.value() >= count);
    }

    /** Has what waits for operations that have failed go on: it waits for a value of 0. */
    void releaseFailed(HsaContext context, String queue) {
        for (HsaSignal signal : signals()) {
            if (signal.hasFailed()) {
                signal.set(0);
                if (failure == null) {
                    failure = context.exception("copy in " + queue, HsaErrors.ERROR);
                }
            }
        }
    }

    void clear() {
        packet = null;
        failure = null;
        end = null;
        signals = null;
        span = null;
        awaited = null;
        place = null;
    }
}
