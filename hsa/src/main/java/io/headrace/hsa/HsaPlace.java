package io.headrace.hsa;

import io.headrace.spi.RingPosition;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A place in a queue's order, behind a packet; with a signal if packets of other queues may wait for it on the GPU. The signal is free once
 * its own queue and all that wait for it have done with it.
 */
final class HsaPlace implements RingPosition {

    private final HsaQueue queue;
    private final long packetId;
    private final @Nullable HsaSignal signal;
    private final AtomicInteger users = new AtomicInteger(1);

    HsaPlace(HsaQueue queue, long packetId, @Nullable HsaSignal signal) {
        this.queue = queue;
        this.packetId = packetId;
        this.signal = signal;
    }

    @Override
    public HsaQueue queue() {
        return queue;
    }

    @Override
    public long packetId() {
        return packetId;
    }

    /** The signal that is 0 when the place is reached, for one more user; {@code null} if it has been reached. */
    @Nullable
    HsaSignal retain() {
        int seen = users.get();
        while (seen > 0) {
            if (users.compareAndSet(seen, seen + 1)) {
                return signal;
            }
            seen = users.get();
        }
        return null;
    }

    /** A user has done with it. */
    void release(SignalPool signals) {
        if (users.decrementAndGet() == 0 && signal != null) {
            signals.giveBack(signal);
        }
    }
}
