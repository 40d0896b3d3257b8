package io.headrace.spi;

import io.headrace.error.DeviceFailureException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a {@link RingQueue}. It submits in order what is left to it, runs what was posted, and ends what has ended if nobody else
 * does. Behind a packet that has failed at once, or was not to run, it submits nothing before that one's end was told, by which others may
 * learn of a failure. A driver says how a packet is submitted, and how the thread rests.
 *
 * <p>Methods are for the thread itself, unless they say otherwise.
 *
 * @param <Q> the driver's own kind of queue
 */
public abstract class RingLoop<Q extends RingQueue> {

    private static final int AWAKE = 0;

    /** For {@link #rest(int, long)}: it will be back by itself sooner than it could be woken, and only a ring wakes it. */
    protected static final int DOZING = 1;

    /** For {@link #rest(int, long)}: it will be back by itself in a while. */
    protected static final int NAPPING = 2;

    /** For {@link #rest(int, long)}: it will not be back by itself. */
    protected static final int ASLEEP = 3;

    private static final int LOOKS = 16;
    private static final int ROUNDS_WITHOUT_YIELD = 4;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RingLoop.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final System.Logger log;
    private final String device;
    private final int mostAtOnce;
    private final Thread thread;
    private final PostedEntries entries = new PostedEntries();

    /** Always the same object. */
    private final Runnable ringer = this::ring;

    /** Set before the thread is started. */
    private @Nullable Q queue;

    private volatile int state;
    private volatile boolean closing;
    private volatile boolean ended;

    /** There may be something to do that the thread has not looked at. */
    private volatile boolean rung;

    /** Nothing is submitted until so many packets have ended. Written by the submitter. */
    private volatile long stall;

    /** Whether the packet that comes next has been told to begin. */
    private boolean begun;

    private boolean failed;
    private long activeAt;
    private int rounds;

    /**
     * A thread that is not started.
     *
     * @param name the thread's name
     * @param device the device's name in messages
     * @param log where failures are told
     * @param mostAtOnce packets that are submitted before ends are looked for
     */
    protected RingLoop(String name, String device, System.Logger log, int mostAtOnce) {
        this(name, device, log, mostAtOnce, QueueThread::new);
    }

    /** With a thread of another kind. */
    RingLoop(
            String name,
            String device,
            System.Logger log,
            int mostAtOnce,
            BiFunction<String, Runnable, Thread> threads) {
        this.log = log;
        this.device = device;
        this.mostAtOnce = mostAtOnce;
        thread = threads.apply(name, this::run);
    }

    /**
     * Starts the thread of a queue. For {@link RingQueue#start}.
     *
     * @throws OutOfMemoryError if the system gives the process no thread; the queue has {@linkplain RingQueue#ended ended} then
     */
    public final void start(Q served) {
        queue = served;
        served.loss().addListener(ringer);
        try {
            thread.start();
        } catch (Throwable e) {
            ended = true;
            served.loss().removeListener(ringer);
            served.abandon();
            throw e;
        }
    }

    /** The queue. For any thread, once the thread is started. */
    protected final Q queue() {
        return Objects.requireNonNull(queue);
    }

    /** The thread begins. */
    protected void begin() {}

    /** The packet to submit next; {@code null} if there is none for this thread. */
    protected abstract @Nullable Packet next();

    /** Whether a packet can be submitted now; if not, something will have the thread look again. */
    protected abstract boolean canSubmit(Packet packet);

    /** Nothing is submitted before what was submitted last has ended. */
    protected void stalled() {}

    /** A packet is about to begin. */
    protected void prepare(long id, Packet packet) {}

    /** Submits a packet that has begun. What it throws is the packet's failure. */
    protected abstract void submit(long id, Packet packet);

    /**
     * A packet was submitted, or not, and {@link RingQueue#submitted} is to be told.
     *
     * @param failure what it has failed with; {@code null} if it has not, or was not to run
     */
    protected abstract void finish(long id, @Nullable Throwable failure);

    /** There is nothing to do now: rests, by {@link #spin()} or {@link #rest(int, long)}, until that may have changed, or not so long. */
    protected abstract void rest();

    /** The same in {@link #await}. */
    protected abstract void restInPacket();

    /** Whether something else than a ring keeps the thread from resting so deeply. */
    protected boolean staysAwake(int depth) {
        return false;
    }

    final System.Logger log() {
        return log;
    }

    /** Whether the calling thread is this one. For any thread. */
    public final boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Has the thread look at what was done before. For any thread. */
    public final void ring() {
        if (!rung) {
            rung = true;
        }
        if (state != AWAKE) {
            wake();
        }
    }

    /** Wakes the thread if it rests at least so deeply. For any thread. */
    protected final void wakeFrom(int depth) {
        if (state >= depth) {
            wake();
        }
    }

    private void wake() {
        if ((int) STATE.getAndSet(this, AWAKE) != AWAKE) {
            LockSupport.unpark(thread);
        }
    }

    /** Takes an entry; {@code false} if the thread has ended and did not run it. */
    final boolean post(Runnable entry) {
        entries.add(entry);
        if (ended) {
            return !entries.remove(entry); // unless the thread found it at its very end
        }
        ring();
        return true;
    }

    /** Whether entries wait that were posted. For any thread. */
    public final boolean hasEntries() {
        return !entries.isEmpty();
    }

    final void close() {
        closing = true;
        ring();
    }

    /** Nothing is submitted until so many packets have ended. For the submitter, before anything else is submitted. */
    public final void stallUntil(long packets) {
        stall = packets;
    }

    /** Whether something has failed, or was not to run, whose end is not told yet. For any thread. */
    public final boolean isStalled() {
        return queue().readIndex() < stall;
    }

    /** Whether all packets have failed, and none comes any more. */
    protected final boolean hasFailed() {
        return failed;
    }

    private void run() {
        RingQueue served = queue();
        try {
            begin();
            loop(served);
        } catch (Throwable t) {
            die(served, t);
        } finally {
            ended = true;
            entries.runRest(
                    e -> log.log(Level.ERROR, "an entry posted to an ended queue failed: queue=" + served.name(), e));
            served.loss().removeListener(ringer);
            served.finish();
        }
    }

    private void loop(RingQueue served) {
        active();
        while (true) {
            rung = false;
            boolean did = served.poll();
            did |= entries.runSome();
            DeviceFailureException lost = served.loss().cause();
            if (failed) {
                did = false;
            } else if (lost != null) {
                failAll(served, lost);
            } else {
                did |= submitSome(served);
            }
            if (did) {
                active();
            } else if (closing && entries.isEmpty() && served.readIndex() == served.writeIndex()) {
                return;
            } else {
                rest();
            }
        }
    }

    private void failAll(RingQueue served, DeviceFailureException cause) {
        failed = true;
        served.fail(cause, begun);
    }

    private void die(RingQueue served, Throwable cause) {
        try {
            failAll(
                    served,
                    new DeviceFailureException(
                            "run packets of " + served.name(), device, -1, "THREAD_DIED", true, cause));
        } finally {
            log.log(
                    Level.ERROR,
                    "the thread of a queue died: queue=" + served.name()
                            + "; the packets in it fail and it takes no more, open the runtime again",
                    cause);
        }
    }

    /** Submits packets, up to one that cannot be yet. Gives whether there was one. */
    private boolean submitSome(RingQueue served) {
        for (int count = 0; count < mostAtOnce; count++) {
            Packet packet = next();
            if (packet == null) {
                return count > 0;
            }
            if (isStalled()) {
                stalled();
                return count > 0;
            }
            if (!canSubmit(packet)) {
                return count > 0;
            }
            submitOne(served.submitted(), packet);
        }
        return true;
    }

    private void submitOne(long id, Packet packet) {
        Throwable failure = null;
        boolean runs = false;
        begun = true;
        prepare(id, packet);
        try {
            runs = packet.begin();
            if (runs) {
                submit(id, packet);
            }
        } catch (Throwable t) {
            failure = t;
        }
        if (failure != null || !runs) {
            stall = id + 1;
        }
        finish(id, failure);
        begun = false;
    }

    /**
     * Waits in the middle of a packet; what was posted runs meanwhile, and what has ended is ended.
     *
     * @throws DeviceFailureException if the device is lost meanwhile
     */
    public final void await(BooleanSupplier done) {
        RingQueue served = queue();
        active();
        while (!done.getAsBoolean()) {
            served.loss().throwIfLost();
            rung = false;
            boolean did = served.poll();
            did |= entries.runSome();
            if (did) {
                rounds = 0;
            } else {
                restInPacket();
            }
        }
        active();
    }

    /**
     * Whether the places of a barrier, all of them {@link RingPosition}s, are reached; if not, the thread looks again when that may be so.
     */
    protected final boolean isReached(Command.Barrier barrier) {
        for (DriverQueue.Position position : barrier.positions()) {
            RingPosition place = (RingPosition) position;
            if (!place.reached()) {
                place.queue().whenMoved(place.packetId(), ringer);
                return false;
            }
        }
        return true;
    }

    /** There was something to do. */
    protected final void active() {
        activeAt = System.nanoTime();
        rounds = 0;
    }

    /** For how long there was nothing to do. */
    protected final long idleNanos(long now) {
        return now - activeAt;
    }

    /** Whether somebody has rung since the thread began to look whether there is something to do. */
    protected final boolean isRung() {
        return rung;
    }

    /** Spins for a moment. */
    protected final void spin() {
        if (rounds++ >= ROUNDS_WITHOUT_YIELD) {
            Thread.yield();
            return;
        }
        for (int look = 0; look < LOOKS; look++) {
            Thread.onSpinWait();
        }
    }

    /**
     * Parks once, until somebody wakes the thread.
     *
     * @param depth who does: {@link #DOZING}, {@link #NAPPING} or {@link #ASLEEP}
     * @param nanos the longest time; 0: no limit
     */
    protected final void rest(int depth, long nanos) {
        state = depth;
        if (!rung && !staysAwake(depth)) {
            if (nanos == 0) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
            Thread.interrupted(); // a native call's code may have set it
        }
        state = AWAKE;
    }
}
