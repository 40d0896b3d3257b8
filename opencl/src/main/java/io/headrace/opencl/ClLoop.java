package io.headrace.opencl;

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
 * The thread of a queue. It submits packets in order, runs what was posted, and ends what has ended if nobody else does.
 *
 * <p>With nothing to do it spins for a moment, then parks: until a caller offers or posts something, or OpenCL tells of an end. Only in
 * case that OpenCL does not, it looks at events from time to time too.
 */
final class ClLoop {

    private static final long SPIN_NANOS = 20_000;
    private static final int CL_COMPLETE = 0;
    private static final int LOOKS = 16;
    private static final int ROUNDS_WITHOUT_YIELD = 4;

    /** How long the thread sleeps at most while something is in the command queue: soon after a move, and later. */
    private static final long SHORTEST_NAP_NANOS = 1_000_000;

    private static final long LONGEST_NAP_NANOS = 20_000_000;

    /** Packets that are submitted before ends are looked for. */
    private static final int MOST_AT_ONCE = 16;

    private static final System.Logger LOG = System.getLogger("io.headrace.opencl");
    private static final VarHandle PARKED;

    static {
        try {
            PARKED = MethodHandles.lookup().findVarHandle(ClLoop.class, "parked", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final ClQueue queue;
    private final ClContext context;
    private final ClCommands commands;
    private final Thread thread;
    private final PostedEntries entries = new PostedEntries();
    private final Runnable ringer = this::ring;

    /** Stands for this thread in calls by OpenCL. */
    private final long number;

    private volatile boolean parked;
    private volatile boolean closing;
    private volatile boolean ended;

    /** There may be something to do that the thread has not looked at. */
    private volatile boolean rung;

    /** Nothing is submitted until so many packets have ended. */
    private long stall;

    /** Whether the packet that comes next has been told to begin. */
    private boolean begun;

    private boolean failed;

    /** Whether the command that the thread waits for in the middle of a packet is to be looked at. */
    private volatile boolean commandEnded;

    private long activeAt;
    private int rounds;

    ClLoop(ClQueue queue, ClCommands commands, String name) {
        this.queue = queue;
        this.context = queue.context();
        this.commands = commands;
        thread = new QueueThread(name, this::run);
        number = ClCallbacks.add(this::tellCommandEnded);
    }

    void start() {
        commands.start(this);
        thread.start();
    }

    ClCommands commands() {
        return commands;
    }

    /** Whether entries wait that were posted. */
    boolean hasEntries() {
        return !entries.isEmpty();
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Wakes the thread; always the same object. */
    Runnable ringer() {
        return ringer;
    }

    /** Has the thread look at what was done before. */
    void ring() {
        if (!rung) {
            rung = true;
        }
        if (parked && (boolean) PARKED.getAndSet(this, false)) {
            LockSupport.unpark(thread);
        }
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
            ClCallbacks.remove(number);
            queue.ended();
            commands.close();
        }
    }

    private void loop() {
        activeAt = System.nanoTime();
        while (true) {
            rung = false;
            boolean did = queue.poll();
            did |= entries.runSome();
            DeviceFailureException lost = context.failure();
            if (lost == null) {
                did |= submitSome();
            } else if (!failed) {
                failAll(lost);
            }
            if (did) {
                activeAt = System.nanoTime();
                rounds = 0;
            } else if (closing && entries.isEmpty() && queue.readIndex() == queue.writeIndex()) {
                return;
            } else {
                markAndFlush();
                rest(queue.readIndex() < queue.submitted());
            }
        }
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

    /** Submits packets, up to one that cannot be yet. Gives whether there was one. */
    private boolean submitSome() {
        for (int count = 0; count < MOST_AT_ONCE; count++) {
            long id = queue.submitted();
            if (id == queue.writeIndex() || queue.readIndex() < stall) {
                return count > 0;
            }
            Packet packet = queue.packet(id);
            if (packet.command() instanceof Command.Barrier barrier && !isReached(barrier)) {
                return count > 0;
            }
            submit(id, packet);
        }
        return true;
    }

    private boolean isReached(Command.Barrier barrier) {
        for (DriverQueue.Position position : barrier.positions()) {
            if (!position.reached()) {
                ((ClQueue.ClPosition) position).whenQueueMoves(ringer);
                return false;
            }
        }
        return true;
    }

    private void submit(long id, Packet packet) {
        Throwable failure = null;
        boolean runs = false;
        begun = true;
        commands.beginPacket(packet.isTimed(), packet.isTimed() || queue.needsEvent(id), queue.readIndex() == id);
        try {
            runs = packet.begin();
            if (runs) {
                commands.perform(packet.command());
            }
        } catch (Throwable t) {
            failure = t;
        }
        if (failure != null || !runs) {
            // What is behind it is not to begin before this one has ended, by which it may learn of a failure.
            stall = id + 1;
        }
        queue.finishSubmission(
                id, commands.hasSubmitted(), commands.takeFirstEvent(), commands.takeLastEvent(), failure);
        begun = false;
    }

    /**
     * Waits for a command. For the thread itself, in the middle of a packet.
     *
     * @throws io.headrace.error.HeadraceException if the command failed, or the device is lost meanwhile
     */
    void await(long event) {
        markAndFlush();
        commandEnded = false;
        int code = context.api().setEventCallback(event, CL_COMPLETE, ClCallbacks.address(), number);
        context.check("clSetEventCallback", code);
        activeAt = System.nanoTime();
        rounds = 0;
        while (!hasEnded(event)) {
            context.throwIfFailed();
            rung = false;
            boolean did = entries.runSome();
            did |= queue.poll();
            if (did) {
                rounds = 0;
            } else if (!commandEnded) {
                rest(true);
            }
        }
        activeAt = System.nanoTime();
        rounds = 0;
    }

    private boolean hasEnded(long event) {
        if (!commandEnded) {
            return false;
        }
        int status = commands.status(event);
        if (status < 0) {
            throw context.exception("run a command of " + queue.name(), status);
        }
        commandEnded = status == CL_COMPLETE;
        return commandEnded;
    }

    /** Has all that was submitted end and be seen to have ended. */
    void markAndFlush() {
        if (queue.isUnmarked() && context.failure() == null) {
            queue.mark(commands.marker());
        }
        commands.flush();
    }

    /** Has what was submitted seen to end while the thread runs a user's code: by who waits, since OpenCL tells. */
    void lookBeforeUsersCode() {
        markAndFlush();
        queue.poll();
    }

    /** Called by OpenCL. */
    private void tellCommandEnded() {
        commandEnded = true;
        ring();
    }

    /** Rests until something was done that the thread may not have seen, or not so long. */
    private void rest(boolean outstanding) {
        long since = System.nanoTime() - activeAt;
        if (since < SPIN_NANOS) {
            spin();
            return;
        }
        parked = true;
        if (!rung) {
            if (outstanding) {
                LockSupport.parkNanos(this, Math.clamp(since / 8, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS));
            } else {
                LockSupport.park(this);
            }
            Thread.interrupted(); // a native call's code may have set it
        }
        parked = false;
        if (outstanding && !rung) {
            commandEnded = true; // has it looked at
            queue.lookAnyway();
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
}
