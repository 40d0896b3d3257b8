package io.headrace.hsa;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.RingRoom;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue of a GPU: the packets that are with the GPU or wait for their turn.
 *
 * <p>Launches are written into the HSA queue by their caller, if all packets before them are submitted and there is room: that is some
 * stores to memory. Calls of ROCr may block, so whatever needs one, and all that is behind it meanwhile (the <em>backlog</em>), is done in
 * order by the queue's thread. So there is one submitter at a time: whoever holds the lock while there is no backlog, else the thread.
 *
 * <p>Whoever sees an end ends packets, one thread at a time, without the lock: an end may take the lock of a Headrace stream, and
 * that may be held by a caller that waits for ours.
 */
final class HsaQueue implements DriverQueue {

    private static final System.Logger LOG = System.getLogger("io.headrace.hsa");
    private static final VarHandle EXPECTED;
    private static final VarHandle ENDING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXPECTED = lookup.findVarHandle(HsaQueue.class, "expected", long.class);
            ENDING = lookup.findVarHandle(HsaQueue.class, "ending", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private final HsaContext context;
    private final Submitter submitter;
    private final HsaSignal queueSignal;
    private final DeviceTimes times;
    private final PacketSlot[] slots;
    private final RingRoom room;
    private final HsaLoop loop;
    private final long callerSpinNanos;

    private final ReentrantLock lock = new ReentrantLock();

    /** Run once when packets have ended. */
    private final ConcurrentLinkedQueue<Runnable> endListeners = new ConcurrentLinkedQueue<>();

    /** Whether packets wait for the thread. Guarded by the lock. */
    private boolean backlog;

    private volatile boolean closed;
    private volatile @Nullable DeviceFailureException dead;

    private volatile long write;
    private volatile long submitted;
    private volatile long read;

    /** Up to where somebody waits. */
    private volatile long expected;

    /** Whether a thread ends packets. */
    private volatile boolean ending;

    /** Where times are told. For who ends packets. */
    private final NativeBlock out = new NativeBlock(2 * Long.BYTES);

    /**
     * Makes it.
     *
     * @param engine the engine's index if it is the queue of a copy engine, else -1
     */
    HsaQueue(
            String name,
            HsaDevice device,
            HostRing host,
            int size,
            int ringSize,
            QueuePriority priority,
            int engine,
            long callerSpinMicros) {
        this.name = name;
        context = device.context();
        times = device.times();
        slots = new PacketSlot[size];
        for (int i = 0; i < size; i++) {
            slots[i] = new PacketSlot();
        }
        submitter = new Submitter(device, this, host, ringSize, priority, engine);
        queueSignal = submitter.queueSignal();
        loop = new HsaLoop(this, device, name);
        room = new RingRoom(this);
        callerSpinNanos = TimeUnit.MICROSECONDS.toNanos(callerSpinMicros);
    }

    void start() {
        context.addListener(loop.ringer());
        loop.start();
    }

    String name() {
        return name;
    }

    Submitter submitter() {
        return submitter;
    }

    HsaLoop loop() {
        return loop;
    }

    private PacketSlot slot(long id) {
        return slots[(int) id & (slots.length - 1)];
    }

    @Override
    public int capacity() {
        return slots.length;
    }

    @Override
    public long offer(Packet packet) {
        Command command = packet.command();
        submitter.check(command);
        long id;
        boolean wakes = true;
        lock.lock();
        try {
            if (closed || dead != null) {
                throw refusal();
            }
            id = write;
            if (id - read >= slots.length) {
                return -1;
            }
            slot(id).put(packet);
            write = id + 1;
            if (!backlog && submitter.isDirect(packet)) {
                wakes = submitDirectly(id, packet);
            } else {
                backlog = true;
            }
        } finally {
            lock.unlock();
        }
        if (wakes) {
            loop.ring();
        } else {
            loop.ringIfIdle();
        }
        return id;
    }

    private RuntimeException refusal() {
        DeviceFailureException cause = dead;
        return cause != null ? cause : new IllegalStateException("the queue is closed: queue=" + name);
    }

    /** Submits a packet on its caller's thread and under the lock. Gives whether the thread has something to do now. */
    private boolean submitDirectly(long id, Packet packet) {
        boolean runs = false;
        Throwable failure = null;
        beginSubmission(id, packet);
        try {
            runs = packet.begin();
            if (runs) {
                submitter.awaitPlaces(packet.awaited());
                submitter.submitDirectly(packet.command());
            }
        } catch (Throwable e) {
            failure = e;
        }
        if (failure != null || !runs) {
            // What is behind it is not to begin before this one has ended, by which it may learn of a failure.
            loop.stallUntil(id + 1);
            backlog = true;
        }
        finishSubmission(id, failure);
        return backlog;
    }

    /** A packet is about to be submitted. For the submitter. */
    void beginSubmission(long id, Packet packet) {
        submitter.begin(slot(id), id, packet.isTimed(), read == id);
    }

    /** A packet is with the GPU, or done. For the submitter. */
    void finishSubmission(long id, @Nullable Throwable failure) {
        Throwable why = failure;
        try {
            submitter.finish();
        } catch (Throwable e) {
            why = failure == null ? e : failure;
        }
        if (why != null) {
            slot(id).failure = why;
        }
        submitted = id + 1;
    }

    /** The packet that the thread has to submit next; {@code null} if there is none any more, and callers submit from now on. */
    @Nullable
    Packet nextOfBacklog() {
        lock.lock();
        try {
            if (submitted < write) {
                return slot(submitted).packet();
            }
            backlog = false;
            return null;
        } finally {
            lock.unlock();
        }
    }

    long submitted() {
        return submitted;
    }

    long expected() {
        return expected;
    }

    @Override
    public boolean reportsLate() {
        return true;
    }

    @Override
    public void expectEnd(long packetId) {
        if (packetId < read) {
            return;
        }
        long seen = expected;
        while (seen <= packetId && !EXPECTED.compareAndSet(this, seen, packetId + 1)) {
            seen = expected;
        }
        loop.ringForExpectation();
    }

    @Override
    public boolean poll() {
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
        return next < submitted && slot(next).hasEnded(queueSignal);
    }

    /**
     * Whether what a packet waited for in other queues has ended: it has on the GPU, since this one has, and so is ended here, unless
     * another thread is about it. Packets wait for earlier ones only, so two queues never want that of each other for the same packets.
     */
    private static boolean hasEndedBefore(PacketSlot slot) {
        for (HsaPlace place : slot.awaited()) {
            if (!place.reached()) {
                place.queue().poll();
                if (!place.reached()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean endSome() {
        long until = submitted;
        long next = read;
        long first = next;
        while (next < until && slot(next).hasEnded(queueSignal) && hasEndedBefore(slot(next))) {
            end(next++, null);
        }
        return next != first;
    }

    private void end(long id, @Nullable Throwable otherFailure) {
        PacketSlot slot = slot(id);
        Packet packet = slot.packet();
        HsaSignal last = slot.end;
        if (last != null && last.hasFailed()) {
            last.set(0); // what waits for it goes on
            if (slot.failure == null) {
                slot.failure = context.exception("copy in " + name, HsaErrors.ERROR);
            }
        }
        Throwable failure = slot.failure == null ? otherFailure : slot.failure;
        try {
            if (slot.span != null && failure == null) {
                times.tell(packet, slot.span, out);
            }
            packet.end(failure, id + 1 < write ? slot(id + 1).packet() : null);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "the end of a packet failed: queue=" + name, e);
        }
        if (otherFailure == null) {
            submitter.ended(slot);
        }
        slot.clear();
        read = id + 1;
    }

    /** Has what waits for copies of the oldest packet that have failed go on. For the thread. */
    void releaseFailed() {
        if (ENDING.compareAndSet(this, false, true)) {
            try {
                long oldest = read;
                if (oldest < submitted) {
                    slot(oldest).releaseFailed(context, name);
                }
            } finally {
                ending = false;
            }
        }
    }

    /** Has what was submitted seen to end while the thread runs a user's code. For the thread. */
    void lookBeforeUsersCode() {
        poll();
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
                PacketSlot slot = slot(id);
                boolean runs = hasBegun || slot.packet().begin();
                hasBegun = false;
                slot.isNative = false;
                slot.failure = runs ? cause : null;
                submitted = id + 1;
            }
            for (long id = read; id < write; id++) {
                // Whoever is not done is not done with its signals and its memory either: they are not used again.
                end(id, slot(id).hasEnded(queueSignal) ? null : cause);
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
        return new HsaPlace(this, packetId, null);
    }

    /** Has something run when packets have ended, soon if that was so meanwhile. */
    void whenItMoves(HsaPlace place, Runnable listener) {
        endListeners.add(listener);
        if (place.reached()) {
            listener.run();
        }
    }

    @Override
    public @Nullable Position awaitable(long packetId) {
        if (packetId < read) {
            return position(packetId);
        }
        lock.lock();
        try {
            // Behind a stall is a failure that is not told yet.
            return packetId != write - 1 || backlog || dead != null || loop.isStalled()
                    ? null
                    : submitter.mark(packetId);
        } catch (HeadraceException e) {
            return null; // who gets no place here waits for the end, and is told there
        } finally {
            lock.unlock();
        }
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
        // Who lent its thread may still be about to look.
        while (!ENDING.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        submitter.close();
        out.close();
    }
}
