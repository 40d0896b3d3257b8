package io.headrace.opencl;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.RingRoom;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue: a ring of packets, whose thread ({@link ClLoop}) puts them into an in-order command queue of OpenCL. So a caller makes no
 * native call, whichever of them an OpenCL keeps waiting (some compile kernels when they are enqueued).
 *
 * <p>What has ended is found out by the status of events, which is asked for when OpenCL has told that there is something to see: of
 * the oldest event it is to call when that has ended. To make an event costs OpenCL about as much as a launch. So while packets end quickly
 * only some have one, and those before it are seen to have ended with it; while they take their time each has its own, and so has the
 * last one and each that somebody waits for. Whoever sees an end ends packets, one thread at a time, without a lock.
 */
final class ClQueue implements DriverQueue {

    private static final int CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;
    private static final int CL_COMPLETE = 0;

    /** The most packets with one event. */
    private static final int MOST_STEP = 32;

    /** A packet that takes less ends quickly. */
    private static final long QUICK_NANOS = 10_000;

    private static final long NONE = -1;

    private static final System.Logger LOG = System.getLogger("io.headrace.opencl");
    private static final VarHandle ENDING;
    private static final VarHandle EXPECTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENDING = lookup.findVarHandle(ClQueue.class, "ending", boolean.class);
            EXPECTED = lookup.findVarHandle(ClQueue.class, "expected", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private final ClContext context;
    private final ClApi api;
    private final PacketSlots slots;
    private final RingRoom room;
    private final ClLoop loop;
    private final DeviceTimes times;
    private final long callerSpinNanos;
    private final int mostStep;

    /** Stands for this queue in calls by OpenCL. */
    private final long number;

    private final ReentrantLock lock = new ReentrantLock();

    /** Run once when packets have ended. */
    private final ConcurrentLinkedQueue<Runnable> endListeners = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;
    private volatile @Nullable DeviceFailureException dead;

    private volatile long write;
    private volatile long submitted;
    private volatile long read;

    /** Whether a thread ends packets. */
    private volatile boolean ending;

    /** Whether OpenCL has told of an end since anybody looked. */
    private volatile boolean told;

    /** Whether OpenCL is to tell of an end. */
    private volatile boolean asked;

    /** The number behind the last packet that somebody waits for. */
    private volatile long expected;

    /** How many packets may share an event. Written by who ends packets. */
    private volatile int step = 1;

    /** The last packet of which OpenCL has something, and the last one with an event. For the thread. */
    private long lastNative = NONE;

    private long lastMarked = NONE;

    // For who ends packets.

    private final NativeMemory words = NativeMemory.allocate(2 * Long.BYTES, Long.BYTES);
    private long endedAt;

    ClQueue(String name, ClContext context, ClCommands commands, DeviceTimes times, int size, long callerSpinMicros) {
        this.name = name;
        this.context = context;
        this.api = context.api();
        this.times = times;
        slots = new PacketSlots(size);
        room = new RingRoom(this);
        loop = new ClLoop(this, commands, name);
        callerSpinNanos = TimeUnit.MICROSECONDS.toNanos(callerSpinMicros);
        mostStep = Math.clamp(size / 4, 1, MOST_STEP);
        number = ClCallbacks.add(this::somethingEnded);
    }

    void start() {
        context.addListener(loop.ringer());
        loop.start();
    }

    String name() {
        return name;
    }

    ClContext context() {
        return context;
    }

    ClLoop loop() {
        return loop;
    }

    /** Called by OpenCL. */
    private void somethingEnded() {
        told = true;
        loop.ring();
    }

    @Override
    public int capacity() {
        return slots.capacity();
    }

    @Override
    public long offer(Packet packet) {
        loop.commands().check(packet.command());
        long id;
        lock.lock();
        try {
            if (closed || dead != null) {
                throw refusal();
            }
            id = write;
            if (id - read >= slots.capacity()) {
                return -1;
            }
            slots.put(id, packet);
            write = id + 1;
        } finally {
            lock.unlock();
        }
        loop.ring();
        return id;
    }

    private RuntimeException refusal() {
        DeviceFailureException cause = dead;
        return cause != null ? cause : new IllegalStateException("the queue is closed: queue=" + name);
    }

    Packet packet(long id) {
        return slots.packet(id);
    }

    long submitted() {
        return submitted;
    }

    /** Whether a packet that is about to be submitted is to have an event. For the thread. */
    boolean needsEvent(long id) {
        return id + 1 == write || id + 1 == expected || id - lastMarked >= step;
    }

    /** A packet's commands are in the command queue, or the host has done all of it. For the thread, which gives the events away. */
    void finishSubmission(
            long id, boolean somethingNative, long firstEvent, long lastEvent, @Nullable Throwable failure) {
        slots.submitted(id, somethingNative, firstEvent, lastEvent, failure);
        if (somethingNative) {
            lastNative = id;
        }
        if (lastEvent != 0) {
            lastMarked = id;
        }
        submitted = id + 1;
    }

    /** Whether packets have been submitted behind the last event. For the thread. */
    boolean isUnmarked() {
        return lastNative > lastMarked;
    }

    /** Gives the last packet that OpenCL has something of an event, that of a marker behind it. For the thread. */
    void mark(long event) {
        slots.event(lastNative, event);
        lastMarked = lastNative;
    }

    @Override
    public void expectEnd(long packetId) {
        long seen = expected;
        while (seen <= packetId && !EXPECTED.compareAndSet(this, seen, packetId + 1)) {
            seen = expected;
        }
    }

    @Override
    public boolean reportsLate() {
        return true;
    }

    /** While entries wait that were posted, the thread ends packets: so it is there when room for them comes. */
    @Override
    public boolean poll() {
        return (loop.isCurrentThread() || !loop.hasEntries()) && endAll();
    }

    private boolean endAll() {
        boolean any = false;
        // Who leaves it to another thread while that one is about to stop would lose what it has seen: so it looks
        // again.
        while (canEnd() && ENDING.compareAndSet(this, false, true)) {
            boolean some;
            try {
                some = endSome();
            } finally {
                ending = false;
            }
            if (!some) {
                break;
            }
            any = true;
        }
        if (any) {
            packetsEnded();
        }
        return any;
    }

    private void packetsEnded() {
        room.changed();
        for (Runnable listener = endListeners.poll(); listener != null; listener = endListeners.poll()) {
            listener.run();
        }
    }

    private boolean canEnd() {
        long next = read;
        return next < submitted
                && (told || !slots.isNative(next) || (!asked && (expected > next || loop.isCurrentThread())));
    }

    /** Has events looked at though OpenCL did not tell of an end. */
    void lookAnyway() {
        told = true;
    }

    private boolean endSome() {
        boolean looks = told || !asked;
        if (looks) {
            told = false; // before the look: what ends afterwards is told of
            asked = false;
        }
        long first = read;
        long next = first;
        long until = submitted;
        while (next < until) {
            if (!slots.isNative(next)) {
                end(next, slots.failure(next));
                next++;
                continue;
            }
            long marked = marked(next, until);
            if (!looks || marked == until) {
                break;
            }
            int status = status(slots.event(marked), words.address());
            if (status > CL_COMPLETE) {
                ask(slots.event(marked));
                break;
            }
            // Which of several has failed is not known; those behind it in the command queue have not run.
            HeadraceException cause = status < 0 ? context.exception("run a command of " + name, status) : null;
            for (; next <= marked; next++) {
                Throwable known = slots.failure(next);
                end(next, known == null && slots.isNative(next) ? cause : known);
            }
        }
        if (next != first) {
            long now = System.nanoTime();
            step = now - endedAt < QUICK_NANOS * (next - first) ? Math.min(2 * step, mostStep) : 1;
            endedAt = now;
        }
        return next != first;
    }

    /** The first packet from some on that has an event; if there is none, {@code until}. */
    private long marked(long from, long until) {
        long id = from;
        while (id < until && slots.event(id) == 0) {
            id++;
        }
        return id;
    }

    /** The status of an event: 0 if its command has ended, negative if it failed. */
    int status(long event, long out) {
        int code = api.getEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, out, 0);
        return code == ClErrors.SUCCESS ? Words.getIntPlain(out) : code;
    }

    private void ask(long event) {
        asked = true;
        // If it is refused, the thread still looks from time to time.
        api.setEventCallback(event, CL_COMPLETE, ClCallbacks.address(), number);
    }

    private void end(long id, @Nullable Throwable failure) {
        Packet packet = slots.packet(id);
        long event = slots.event(id);
        long firstEvent = slots.firstEvent(id);
        try {
            if (firstEvent != 0 && failure == null) {
                times.tell(packet, firstEvent, event, words.address());
            }
            packet.end(failure, id + 1 < write ? slots.packet(id + 1) : null);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "the end of a packet failed: queue=" + name, e);
        }
        release(event);
        if (firstEvent != event) {
            release(firstEvent);
        }
        slots.clear(id);
        read = id + 1;
    }

    private void release(long event) {
        if (event != 0) {
            api.releaseEvent(event);
        }
    }

    /**
     * The device is lost, or the thread has died: all packets fail, and none is taken any more. For the thread.
     *
     * @param begun whether the packet that comes next has begun
     */
    void fail(DeviceFailureException cause, boolean begun) {
        lock.lock();
        try {
            dead = cause;
        } finally {
            lock.unlock();
        }
        while (!ENDING.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        try {
            boolean hasBegun = begun;
            for (long id = submitted; id < write; id++) {
                boolean runs = hasBegun || slots.packet(id).begin();
                hasBegun = false;
                finishSubmission(id, false, 0, 0, runs ? cause : null);
            }
            for (long id = read; id < write; id++) {
                Throwable failure = slots.failure(id);
                long event = slots.event(id);
                boolean isOver = !slots.isNative(id) || (event != 0 && status(event, words.address()) == CL_COMPLETE);
                end(id, failure != null || isOver ? failure : cause);
            }
        } finally {
            ending = false;
        }
        packetsEnded();
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        if (loop.isCurrentThread()) {
            throw new IllegalStateException("the queue's own thread must not wait for room: queue=" + name);
        }
        return room.await(callerSpinNanos, timeoutNanos);
    }

    @Override
    public boolean post(Runnable entry) {
        return loop.post(entry);
    }

    @Override
    public Position position(long packetId) {
        return new ClPosition(this, packetId);
    }

    @Override
    public long writeIndex() {
        return write;
    }

    @Override
    public long readIndex() {
        return read;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        loop.close();
    }

    /** The thread has ended: nothing is left, and nothing comes any more. */
    void ended() {
        context.removeListener(loop.ringer());
        ClCallbacks.remove(number);
        // Who lent its thread may still be about to look.
        while (!ENDING.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        words.free();
    }

    /** A place in a queue's order. */
    record ClPosition(ClQueue queue, long packetId) implements Position {

        @Override
        public boolean reached() {
            return queue.read > packetId;
        }

        /** Has something run when the queue has come on, soon if it was reached meanwhile. */
        void whenQueueMoves(Runnable listener) {
            queue.endListeners.add(listener);
            if (reached()) {
                listener.run();
            }
        }
    }
}
