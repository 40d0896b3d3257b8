package io.headrace.hsa;

import io.headrace.error.DeviceFailureException;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
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
 * <p>Ends are found by looking at words of memory that the GPU writes. ROCr could call when a signal changes, but then each operation would
 * raise an interrupt and all calls would come from one thread of ROCr's; and a thread of ours that waited inside ROCr could not be
 * woken for anything else, and would be there when the process ends. So the thread spins for a moment when somebody waits, naps between looks
 * while anything is on the GPU, a little longer each time, and for a while after that, so that callers who come in quick succession
 * need not wake it; then it sleeps.
 */
final class HsaLoop {

    private static final int AWAKE = 0;

    /** It will be back by itself sooner than it could be woken. */
    private static final int DOZING = 1;

    /** It will be back by itself in a while. */
    private static final int NAPPING = 2;

    private static final int ASLEEP = 3;

    private static final long SPIN_NANOS = 50_000;
    private static final long SHORTEST_NAP_NANOS = 20_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;

    /** How long the thread stays up with nothing to do. */
    private static final long LINGER_NANOS = 2_000_000;

    /** How often copies are looked at for failures, while nothing moves. */
    private static final long CHECK_NANOS = 2_000_000;

    private static final int LOOKS = 16;
    private static final int ROUNDS_WITHOUT_YIELD = 4;
    private static final int MOST_PACKETS_AT_ONCE = 64;

    private static final System.Logger LOG = System.getLogger("io.headrace.hsa");
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(HsaLoop.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final HsaQueue queue;
    private final HsaDevice device;
    private final HsaContext context;
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
    private long checkedAt;
    private int rounds;

    HsaLoop(HsaQueue queue, HsaDevice device, String name) {
        this.queue = queue;
        this.device = device;
        context = device.context();
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
        active();
        while (true) {
            rung = false;
            boolean did = entries.runSome();
            did |= queue.poll();
            DeviceFailureException lost = context.failure();
            if (lost == null) {
                did |= submitBacklog();
            } else if (!failed) {
                failAll(lost);
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
            if (isStalled() || !isPossible(packet.command())) {
                return count > 0;
            }
            submit(queue.submitted(), packet);
        }
        return true;
    }

    private boolean isPossible(Command command) {
        if (!device.heap().isZeroed() || queue.submitter().awaitsPeer(command)) {
            return false;
        }
        if (command instanceof Command.Barrier barrier) {
            for (DriverQueue.Position position : barrier.positions()) {
                if (!position.reached()) {
                    HsaPlace place = (HsaPlace) position;
                    place.queue().whenItMoves(place, ringer);
                    return false;
                }
            }
        }
        return true;
    }

    private void submit(long id, Packet packet) {
        Submitter submitter = queue.submitter();
        Throwable failure = null;
        boolean runs = false;
        begun = true;
        queue.beginSubmission(id, packet);
        try {
            runs = packet.begin();
            if (runs) {
                submitter.awaitPlaces(packet.awaited());
                submitter.perform(packet.command());
            }
        } catch (Throwable t) {
            failure = t;
        }
        if (failure != null || !runs) {
            // What is behind it is not to begin before this one has ended, by which it may learn of a failure.
            stall = id + 1;
        }
        queue.finishSubmission(id, failure);
        begun = false;
    }

    /** Waits until the operation of a signal has ended. For the thread itself, in the middle of a packet. */
    void await(HsaSignal signal) {
        active();
        while (!signal.hasEnded()) {
            pauseInPacket();
        }
        active();
    }

    /**
     * Lets a moment pass, in which packets end and entries run. For the thread itself, in the middle of a packet.
     *
     * @throws DeviceFailureException if the device is lost
     */
    void pauseInPacket() {
        context.throwIfFailed();
        rung = false;
        alerted = false;
        boolean did = entries.runSome();
        did |= queue.poll();
        if (did) {
            active();
            return;
        }
        long since = System.nanoTime() - activeAt;
        if (since < SPIN_NANOS) {
            spin();
        } else {
            checkCopies();
            queue.submitter().releaseFailed();
            nap(Math.clamp(since / 8, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS));
        }
    }

    private void pause() {
        long now = System.nanoTime();
        if (alerted) {
            alerted = false;
            activeAt = now;
            rounds = 0;
        }
        long submitted = queue.submitted();
        boolean waits = queue.readIndex() < queue.writeIndex();
        long since = now - activeAt;
        if (!waits && since >= LINGER_NANOS) {
            sleep();
        } else if (waits
                && since < SPIN_NANOS
                && (queue.expected() > queue.readIndex() || submitted < queue.writeIndex())) {
            spin();
        } else {
            if (waits) {
                checkCopies();
            }
            nap(Math.clamp(since / 8, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS));
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

    private void checkCopies() {
        long now = System.nanoTime();
        if (now - checkedAt >= CHECK_NANOS) {
            checkedAt = now;
            queue.releaseFailed();
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
