package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.spi.Packet;
import io.headrace.spi.PostedEntries;
import io.headrace.spi.QueueThread;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a queue. It does in order what callers have left to it, runs what was posted, and reports what has ended if nobody
 * else looks.
 *
 * <p>It spins for a moment when somebody waits, naps between looks while anything is in the stream, a little longer each time, and
 * for a while after that, so that callers who come in quick succession need not wake it; then it sleeps.
 */
final class QueueLoop {

    private static final int AWAKE = 0;

    /** It will be back by itself sooner than it could be woken. */
    private static final int DOZING = 1;

    /** It will be back by itself in a while. */
    private static final int NAPPING = 2;

    private static final int ASLEEP = 3;

    private static final long SPIN_NANOS = 50_000;
    private static final long SHORTEST_NAP_NANOS = 20_000;

    /** While callers submit, and see themselves what has ended; a thread that looks takes from them what they write next. */
    private static final long SHORTEST_NAP_ASIDE_NANOS = 200_000;

    /** Callers who wait now and then are not made to wake the thread each time. */
    private static final long ASIDE_AFTER_NANOS = 2_000_000;

    private static final long LONGEST_NAP_NANOS = 1_000_000;

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

    private static final int LOOKS = 16;
    private static final int ROUNDS_WITHOUT_YIELD = 4;
    private static final int MOST_PACKETS_AT_ONCE = 64;

    private static final System.Logger LOG = System.getLogger("io.headrace.cuda");
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(QueueLoop.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final CudaQueue queue;
    private final CudaContext context;
    private final Thread thread;
    private final PostedEntries entries = new PostedEntries();
    private final Runnable ringer = this::ring;

    private volatile int state;
    private volatile boolean closing;
    private volatile boolean ended;

    /** There may be something to do that the thread has not looked at. */
    private volatile boolean rung;

    /** Somebody has begun to wait. */
    private volatile boolean alerted;

    /** Nothing is submitted until so many packets have ended. */
    private volatile long stall;

    /** Whether the packet that comes next has been told to begin. */
    private boolean begun;

    private boolean failed;
    private long activeAt;
    private long alertedAt;
    private long lookedAt;
    private long checkedAt;
    private long seenSubmitted;
    private int rounds;

    QueueLoop(CudaQueue queue, String name) {
        this.queue = queue;
        this.context = queue.context();
        thread = new QueueThread(name, this::run);
    }

    void start() {
        thread.start();
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Wakes the thread; always the same object. */
    Runnable ringer() {
        return ringer;
    }

    /** Wakes the thread. */
    void ring() {
        rung = true;
        if (state != AWAKE) {
            wake();
        }
    }

    /** Wakes the thread if it would not come back by itself. */
    void ringIfIdle() {
        if (state == ASLEEP) {
            wake();
        }
    }

    /**
     * Somebody waits now. A thread that spins looks itself, and should not pay for a wake-up each time: so one that dozes is left
     * alone.
     */
    void ringForExpectation() {
        alerted = true;
        int seen = state;
        if (seen == NAPPING || seen == ASLEEP) {
            wake();
        }
    }

    private void wake() {
        if ((int) STATE.getAndSet(this, AWAKE) != AWAKE) {
            LockSupport.unpark(thread);
        }
    }

    /** For who submits, before anything else is submitted. */
    void stallUntil(long packets) {
        stall = packets;
    }

    /** Whether something has failed, or was not to run, whose end is not told yet. */
    boolean isStalled() {
        return queue.readIndex() < stall;
    }

    /** Takes an entry; {@code false} if the thread has ended and did not run it. */
    boolean post(Runnable entry) {
        entries.add(entry);
        if (ended) {
            return !entries.remove(entry); // unless the thread found it at its very end
        }
        ring();
        return true;
    }

    void close() {
        closing = true;
        ring();
    }

    private void run() {
        try {
            alertedAt = System.nanoTime();
            TimerSlack.least();
            context.enter();
            loop();
        } catch (Throwable t) {
            die(t);
        } finally {
            ended = true;
            entries.runRest(
                    e -> LOG.log(Level.ERROR, "an entry posted to an ended queue failed: queue=" + queue.name(), e));
            queue.ended();
        }
    }

    private void loop() {
        activeAt = System.nanoTime();
        while (true) {
            rung = false;
            boolean did = entries.runSome();
            did |= queue.poll();
            if (failed) {
                did = false;
            } else if (context.failure() != null) {
                failAll(context.failure());
            } else {
                did |= submitBacklog();
            }
            if (did) {
                active();
            } else if (closing && entries.isEmpty() && queue.readIndex() == queue.writeIndex()) {
                return;
            } else {
                pause();
            }
        }
    }

    private void active() {
        activeAt = System.nanoTime();
        rounds = 0;
    }

    private void failAll(DeviceFailureException cause) {
        failed = true;
        queue.fail(cause, begun);
    }

    private void die(Throwable cause) {
        try {
            failAll(new DeviceFailureException(
                    "run packets of " + queue.name(), context.id(), -1, "THREAD_DIED", true, cause));
        } finally {
            LOG.log(
                    Level.ERROR,
                    "the thread of a queue died: queue=" + queue.name()
                            + "; the packets in it fail and it takes no more, open the runtime again",
                    cause);
        }
    }

    /** Submits packets of the backlog, up to one that cannot be yet. Gives whether there was one. */
    private boolean submitBacklog() {
        for (int count = 0; count < MOST_PACKETS_AT_ONCE; count++) {
            Packet packet = queue.nextOfBacklog();
            if (packet == null) {
                return count > 0;
            }
            if (isStalled() || !queue.streamHasRoom()) {
                queue.markNow();
                return count > 0;
            }
            if (!queue.submitter().isPossible(packet.command())) {
                return count > 0;
            }
            submit(queue.submitted(), packet);
        }
        return true;
    }

    private void submit(long id, Packet packet) {
        QueueStream stream = queue.stream();
        long callsBefore = stream.calls();
        Throwable failure = null;
        boolean isOver = false;
        boolean runs = false;
        begun = true;
        try {
            runs = packet.begin();
            if (runs) {
                queue.awaitPlaces(id, packet);
                isOver = perform(id, packet);
            }
        } catch (Throwable t) {
            failure = t;
        }
        if (failure != null || !runs) {
            stall = id + 1;
        }
        queue.finishSubmission(id, !isOver && stream.calls() != callsBefore, failure);
        begun = false;
        if (queue.isMarkDue()) {
            queue.markNow();
        }
    }

    private boolean perform(long id, Packet packet) {
        Submitter submitter = queue.submitter();
        if (!packet.isTimed() || !submitter.isDirect(packet.command())) {
            return submitter.perform(packet.command());
        }
        queue.times().prepare();
        DeviceTimes.Span span = queue.beginTimes(id, packet);
        submitter.submit(packet.command());
        queue.endTimes(span);
        return false;
    }

    /**
     * Waits until the stream has reached a number of pieces. For the thread itself, in the middle of a packet.
     *
     * @throws DeviceFailureException if the device is lost meanwhile
     */
    void awaitPieces(long count) {
        Progress pieces = queue.stream().pieces();
        active();
        while (!(pieces.mayBeBeyond(count - 1) && pieces.reached() >= count)) {
            context.throwIfFailed();
            rung = false;
            alerted = false;
            boolean did = entries.runSome();
            did |= queue.poll();
            if (did) {
                rounds = 0;
            }
            long since = System.nanoTime() - activeAt;
            if (since < SPIN_NANOS) {
                spin();
            } else {
                checkStream();
                nap(Math.clamp(since / PART_LATE, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS));
            }
        }
        active();
    }

    private void pause() {
        long now = System.nanoTime();
        if (alerted) {
            alerted = false;
            alertedAt = now;
            activeAt = now;
            rounds = 0;
        }
        long submitted = queue.submitted();
        boolean callersSubmit = submitted != seenSubmitted;
        if (callersSubmit) {
            seenSubmitted = submitted;
            lookedAt = now;
        } else if (now - lookedAt >= QUIET_NANOS && queue.isUnmarked() && !failed) {
            queue.markNow();
        }
        boolean waits = queue.readIndex() < queue.writeIndex();
        boolean awaited = queue.expected() > queue.readIndex();
        long since = now - activeAt;
        if (!waits && since >= LINGER_NANOS) {
            sleep();
        } else if (waits && since < SPIN_NANOS && (awaited || submitted < queue.writeIndex())) {
            spin();
        } else {
            if (waits) {
                checkStream();
            }
            nap(
                    awaited
                            ? Math.clamp(since / PART_LATE, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS)
                            : Math.clamp(
                                    since / PART_LATE_UNAWAITED,
                                    callersSubmit && now - alertedAt >= ASIDE_AFTER_NANOS
                                            ? SHORTEST_NAP_ASIDE_NANOS
                                            : SHORTEST_NAP_NANOS,
                                    LONGEST_NAP_NANOS));
        }
    }

    private void spin() {
        if (rounds++ >= ROUNDS_WITHOUT_YIELD) {
            Thread.yield();
            return;
        }
        for (int look = 0; look < LOOKS; look++) {
            Thread.onSpinWait();
        }
    }

    /** A kernel that fails stops its stream without a word. */
    private void checkStream() {
        long now = System.nanoTime();
        if (now - checkedAt >= CHECK_NANOS && context.failure() == null) {
            checkedAt = now;
            int code = context.api().streamQuery(queue.stream().handle());
            if (code != CudaErrors.SUCCESS && code != CudaErrors.NOT_READY) {
                context.fail(new DeviceFailureException(
                        "run work of " + queue.name(), context.id(), code, CudaErrors.name(context.api(), code), true));
            }
        }
    }

    private void nap(long nanos) {
        state = nanos <= SHORTEST_NAP_NANOS ? DOZING : NAPPING;
        if (!rung && !alerted) {
            LockSupport.parkNanos(this, nanos);
            Thread.interrupted(); // a native call's code may have set it
        }
        state = AWAKE;
    }

    private void sleep() {
        state = ASLEEP;
        // Who submits does not ring, but looks at the state afterwards.
        while (state == ASLEEP && !rung && !alerted && queue.readIndex() == queue.writeIndex()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        state = AWAKE;
        activeAt = System.nanoTime();
    }
}
