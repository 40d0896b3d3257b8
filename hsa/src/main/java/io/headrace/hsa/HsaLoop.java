package io.headrace.hsa;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.RingLoop;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a queue, which submits what callers have left to it.
 *
 * <p>Ends are found by looking at words of memory that the GPU writes. ROCr could call when a signal changes, but then each operation would
 * raise an interrupt and all calls would come from one thread of ROCr's; and a thread of ours that waited inside ROCr could not be
 * woken for anything else, and would be there when the process ends. So the thread spins for a moment when somebody waits, naps between looks
 * while anything is on the GPU, a little longer each time, and for a while after that, so that callers who come in quick succession
 * need not wake it; then it sleeps.
 */
final class HsaLoop extends RingLoop<HsaQueue> {

    private static final long SPIN_NANOS = 50_000;
    private static final long SHORTEST_NAP_NANOS = 20_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;

    /** How long the thread stays up with nothing to do. */
    private static final long LINGER_NANOS = 2_000_000;

    /** How often copies are looked at for failures, while nothing moves. */
    private static final long CHECK_NANOS = 2_000_000;

    private static final int MOST_PACKETS_AT_ONCE = 64;

    private final HsaDevice device;

    /** Somebody has begun to wait. */
    private volatile boolean alerted;

    private long checkedAt;

    HsaLoop(String name, HsaDevice device) {
        super(name, device.context().id(), HsaContext.LOG, MOST_PACKETS_AT_ONCE);
        this.device = device;
    }

    /** Wakes the thread if it would not come back by itself. For any thread. */
    void ringIfIdle() {
        wakeFrom(ASLEEP);
    }

    /**
     * Somebody waits now. A thread that spins looks itself, and should not pay for a wake-up each time: so one that dozes is left
     * alone. For any thread.
     */
    void ringForExpectation() {
        alerted = true;
        wakeFrom(NAPPING);
    }

    @Override
    protected boolean staysAwake(int depth) {
        // Who submits does not ring, but looks afterwards whether the thread is asleep.
        return alerted || (depth == ASLEEP && queue().readIndex() != queue().writeIndex());
    }

    @Override
    protected @Nullable Packet next() {
        return queue().nextOfBacklog();
    }

    @Override
    protected boolean canSubmit(Packet packet) {
        if (!device.heap().isZeroed() || queue().submitter().awaitsPeer(packet.command())) {
            return false;
        }
        return !(packet.command() instanceof Command.Barrier barrier) || isReached(barrier);
    }

    private boolean isReached(Command.Barrier barrier) {
        for (DriverQueue.Position position : barrier.positions()) {
            if (!position.reached()) {
                HsaPlace place = (HsaPlace) position;
                place.queue().whenMoved(place.packetId(), ringer());
                return false;
            }
        }
        return true;
    }

    @Override
    protected void prepare(long id, Packet packet) {
        queue().beginSubmission(id, packet);
    }

    @Override
    protected void submit(long id, Packet packet) {
        Submitter submitter = queue().submitter();
        submitter.awaitPlaces(packet.awaited());
        submitter.perform(packet.command());
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        queue().finishSubmission(id, failure);
    }

    @Override
    protected void restInPacket() {
        alerted = false;
        long since = idleNanos(System.nanoTime());
        if (since < SPIN_NANOS) {
            spin();
        } else {
            checkCopies();
            queue().submitter().releaseFailed();
            nap(since);
        }
    }

    @Override
    protected void rest() {
        if (alerted) {
            alerted = false;
            active();
        }
        boolean waits = queue().readIndex() < queue().writeIndex();
        long since = idleNanos(System.nanoTime());
        if (!waits && since >= LINGER_NANOS) {
            rest(ASLEEP, 0);
            active();
        } else if (waits
                && since < SPIN_NANOS
                && (queue().expected() > queue().readIndex() || queue().submitted() < queue().writeIndex())) {
            spin();
        } else {
            if (waits) {
                checkCopies();
            }
            nap(since);
        }
    }

    private void checkCopies() {
        long now = System.nanoTime();
        if (now - checkedAt >= CHECK_NANOS) {
            checkedAt = now;
            queue().releaseFailed();
        }
    }

    private void nap(long since) {
        long nanos = Math.clamp(since / 8, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS);
        rest(nanos <= SHORTEST_NAP_NANOS ? DOZING : NAPPING, nanos);
    }
}
