package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.signal.TimerSlack;
import io.headrace.spi.Packet;
import io.headrace.spi.RingLoop;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a queue, which submits what callers have left to it.
 *
 * <p>It spins for a moment when somebody waits, naps between looks while anything is in the stream, a little longer each time, and
 * for a while after that, so that callers who come in quick succession need not wake it; then it sleeps.
 */
final class CudaLoop extends RingLoop<CudaQueue> {

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

    /** After so long without a submission a mark is put behind the last one, though nobody asked. */
    private static final long QUIET_NANOS = 5_000;

    /** How often the driver is asked whether the stream has failed, while nothing moves. */
    private static final long CHECK_NANOS = 2_000_000;

    private static final int MOST_PACKETS_AT_ONCE = 64;

    private final CudaContext context;

    /** Somebody has begun to wait. */
    private volatile boolean alerted;

    private long alertedAt = System.nanoTime();
    private long lookedAt;
    private long checkedAt;
    private long seenSubmitted;

    /** How many calls were in the stream before the packet at hand. */
    private long callsBefore;

    /** Whether the packet at hand has ended, and all before it. */
    private boolean isOver;

    CudaLoop(String name, CudaContext context) {
        super(name, context.id(), CudaContext.LOG, MOST_PACKETS_AT_ONCE);
        this.context = context;
    }

    @Override
    protected void begin() {
        TimerSlack.least();
        context.enter();
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
    protected void stalled() {
        queue().markNow();
    }

    @Override
    protected boolean canSubmit(Packet packet) {
        if (!queue().streamHasRoom()) {
            queue().markNow();
            return false;
        }
        return queue().submitter().isPossible(packet.command());
    }

    @Override
    protected void prepare(long id, Packet packet) {
        callsBefore = queue().stream().calls();
        isOver = false;
    }

    @Override
    protected void submit(long id, Packet packet) {
        queue().awaitPlaces(id, packet);
        isOver = perform(id, packet);
    }

    private boolean perform(long id, Packet packet) {
        Submitter submitter = queue().submitter();
        if (!packet.isTimed() || !submitter.isDirect(packet.command())) {
            return submitter.perform(packet.command());
        }
        queue().times().prepare();
        DeviceTimes.Span span = queue().beginTimes(id, packet);
        submitter.submit(packet.command());
        queue().endTimes(span);
        return false;
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        queue().finishSubmission(id, !isOver && queue().stream().calls() != callsBefore, failure);
        if (queue().isMarkDue()) {
            queue().markNow();
        }
    }

    /**
     * Waits until the stream has reached a number of pieces. For the thread itself, in the middle of a packet.
     *
     * @throws DeviceFailureException if the device is lost meanwhile
     */
    void awaitPieces(long count) {
        Progress pieces = queue().stream().pieces();
        await(() -> pieces.mayBeBeyond(count - 1) && pieces.reached() >= count);
    }

    @Override
    protected void restInPacket() {
        alerted = false;
        long since = idleNanos(System.nanoTime());
        if (since < SPIN_NANOS) {
            spin();
        } else {
            checkStream();
            nap(since / PART_LATE, SHORTEST_NAP_NANOS);
        }
    }

    @Override
    protected void rest() {
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
        } else if (now - lookedAt >= QUIET_NANOS && queue().isUnmarked() && !hasFailed()) {
            queue().markNow();
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
            if (waits) {
                checkStream();
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

    /** A kernel that fails stops its stream without a word. */
    private void checkStream() {
        long now = System.nanoTime();
        if (now - checkedAt >= CHECK_NANOS && context.loss().cause() == null) {
            checkedAt = now;
            int code = context.api().streamQuery(queue().stream().handle());
            if (code != CudaErrors.SUCCESS && code != CudaErrors.NOT_READY) {
                context.loss()
                        .lost(new DeviceFailureException(
                                "run work of " + queue().name(),
                                context.id(),
                                code,
                                CudaErrors.name(context.api(), code),
                                true));
            }
        }
    }
}
