package io.headrace.spi;

import org.jspecify.annotations.Nullable;

/**
 * The thread of a {@link DirectQueue}, which submits what callers have left to it, and finds by looking what has ended.
 *
 * <p>It spins for a moment when somebody waits, naps between looks while anything is on the device, a little longer each time, and
 * for a while after that, so that callers who come in quick succession need not wake it; then it sleeps.
 *
 * @param <Q> the driver's own kind of queue
 */
public abstract class DirectLoop<Q extends DirectQueue> extends RingLoop<Q> {

    private static final long SPIN_NANOS = 50_000;
    private static final long SHORTEST_NAP_NANOS = 20_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;

    /** While callers submit, and see themselves what has ended; a thread that looks takes from them what they write next. */
    private static final long SHORTEST_NAP_ASIDE_NANOS = 200_000;

    /** Callers who wait now and then are not made to wake the thread each time. */
    private static final long ASIDE_AFTER_NANOS = 2_000_000;

    /** An end that somebody waits for is seen so small a part of the time later that was waited for it. */
    private static final long PART_LATE = 64;

    /** And one that nobody waits for. */
    private static final long PART_LATE_UNAWAITED = 8;

    /** How long the thread stays up with nothing to do. */
    private static final long LINGER_NANOS = 2_000_000;

    /** After so long without a submission none comes soon. */
    private static final long QUIET_NANOS = 5_000;

    /** How often it is asked for failures, while nothing moves. */
    private static final long CHECK_NANOS = 2_000_000;

    private static final int MOST_PACKETS_AT_ONCE = 64;

    /** Somebody has begun to wait. */
    private volatile boolean alerted;

    private long alertedAt = System.nanoTime();
    private long lookedAt;
    private long checkedAt;
    private long seenSubmitted;

    /**
     * A thread that is not started.
     *
     * @param name the thread's name
     * @param device the device's name in messages
     * @param log where failures are told
     */
    protected DirectLoop(String name, String device, System.Logger log) {
        super(name, device, log, MOST_PACKETS_AT_ONCE);
    }

    /** Nothing was submitted for a moment. */
    protected void quiet() {}

    /** Nothing has ended for a while: looks for failures that the device does not tell of. */
    protected void check() {}

    /** The same in the middle of a packet. */
    protected void checkInPacket() {
        check();
    }

    /** Wakes the thread if it would not come back by itself. For any thread. */
    final void ringIfIdle() {
        wakeFrom(ASLEEP);
    }

    /**
     * Somebody waits now. A thread that spins looks itself, and should not pay for a wake-up each time: so one that dozes is left
     * alone. For any thread.
     */
    final void ringForExpectation() {
        alerted = true;
        wakeFrom(NAPPING);
    }

    @Override
    protected final boolean staysAwake(int depth) {
        // Who submits does not ring, but looks afterwards whether the thread is asleep.
        return alerted || (depth == ASLEEP && queue().readIndex() != queue().writeIndex());
    }

    @Override
    protected final @Nullable Packet next() {
        return queue().nextOfBacklog();
    }

    @Override
    protected final void prepare(long id, Packet packet) {
        queue().prepare(id, packet);
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        queue().finish(id, failure);
    }

    @Override
    protected final void restInPacket() {
        alerted = false;
        long now = System.nanoTime();
        long since = idleNanos(now);
        if (since < SPIN_NANOS) {
            spin();
        } else {
            if (isCheckDue(now)) {
                checkInPacket();
            }
            nap(since / PART_LATE, SHORTEST_NAP_NANOS);
        }
    }

    @Override
    protected final void rest() {
        if (alerted) {
            alerted = false;
            active();
            alertedAt = System.nanoTime();
        }
        long now = System.nanoTime();
        long submitted = queue().submitted();
        boolean callersSubmit = submitted != seenSubmitted;
        if (callersSubmit) {
            seenSubmitted = submitted;
            lookedAt = now;
        } else if (now - lookedAt >= QUIET_NANOS) {
            quiet();
        }
        boolean waits = queue().readIndex() < queue().writeIndex();
        boolean awaited = queue().expected() > queue().readIndex();
        long since = idleNanos(now);
        if (!waits && since >= LINGER_NANOS) {
            rest(ASLEEP, 0);
            active();
        } else if (waits && since < SPIN_NANOS && (awaited || submitted < queue().writeIndex())) {
            spin();
        } else {
            if (waits && isCheckDue(now)) {
                check();
            }
            if (awaited) {
                nap(since / PART_LATE, SHORTEST_NAP_NANOS);
            } else {
                boolean aside = callersSubmit && now - alertedAt >= ASIDE_AFTER_NANOS;
                nap(since / PART_LATE_UNAWAITED, aside ? SHORTEST_NAP_ASIDE_NANOS : SHORTEST_NAP_NANOS);
            }
        }
    }

    private void nap(long wanted, long shortest) {
        long nanos = Math.clamp(wanted, shortest, LONGEST_NAP_NANOS);
        rest(nanos <= SHORTEST_NAP_NANOS ? DOZING : NAPPING, nanos);
    }

    private boolean isCheckDue(long now) {
        boolean isDue = now - checkedAt >= CHECK_NANOS;
        if (isDue) {
            checkedAt = now;
        }
        return isDue;
    }
}
