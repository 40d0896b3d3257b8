package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import io.headrace.spi.RingRoom;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue of a CUDA device: a CUDA stream, and the packets that are in it or wait for their turn.
 *
 * <p>A packet that the device can do alone is put into the stream by its caller, if all packets before it are there. What needs
 * the host, and all that is behind it meanwhile (the <em>backlog</em>), is done in order by the queue's thread. So there is one
 * submitter at a time: whoever holds the lock while there is no backlog, else the thread.
 *
 * <p>How far the stream has come is seen by {@link Progress}, which is marked when somebody asks ({@link #expectEnd}), every few packets,
 * and by the thread once the queue has been quiet for a moment. Whoever sees it ends packets, one thread at a time, without
 * the lock: an end may take the lock of a Headrace stream, and that may be held by a caller that waits for ours.
 */
final class CudaQueue implements DriverQueue {

    /** CUDA's own queue takes 1,024 calls and then keeps the caller until there is room. */
    private static final long MOST_CALLS = 900;

    /** The most packets in the stream behind the last mark. */
    private static final int MOST_UNMARKED = 64;

    private static final System.Logger LOG = System.getLogger("io.headrace.cuda");
    private static final VarHandle EXPECTED;
    private static final VarHandle ENDING;
    private static final VarHandle PASSED;
    private static final VarHandle WRITE;
    private static final VarHandle SUBMITTED;
    private static final VarHandle LAST_NATIVE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXPECTED = lookup.findVarHandle(CudaQueue.class, "expected", long.class);
            PASSED = lookup.findVarHandle(CudaQueue.class, "passed", long.class);
            ENDING = lookup.findVarHandle(CudaQueue.class, "ending", boolean.class);
            WRITE = lookup.findVarHandle(CudaQueue.class, "write", long.class);
            SUBMITTED = lookup.findVarHandle(CudaQueue.class, "submitted", long.class);
            LAST_NATIVE = lookup.findVarHandle(CudaQueue.class, "lastNative", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private final CudaContext context;
    private final QueueStream stream;
    private final Submitter submitter;
    private final PacketSlots slots;
    private final RingRoom room;
    private final DeviceTimes times;

    /** Where a time is told. For who ends packets. */
    private final NativeBlock elapsed = new NativeBlock(Long.BYTES);

    private final QueueLoop loop;
    private final long callerSpinNanos;
    private final int markEvery;

    private final BriefLock lock = new BriefLock();

    /** Whether packets wait for the thread. Written under the lock. */
    private volatile boolean backlog;

    /** How many packets the last mark stands behind. Written under the lock. */
    private volatile long marked;

    private volatile boolean closed;
    private volatile @Nullable DeviceFailureException dead;

    /** Written in release mode, like all that a submission writes: a fence for each would cost more than the rest of it. */
    private volatile long write;

    private volatile long submitted;
    private volatile long read;

    /** The number behind the last packet for which something is in the stream. */
    private volatile long lastNative;

    /** Up to where somebody waits. */
    private volatile long expected;

    /** Up to where the stream has come, as far as other queues have seen. */
    private volatile long passed;

    /** Whether a thread ends packets. */
    private volatile boolean ending;

    /** How many calls were in the stream up to the last packet that has ended. */
    private volatile long callsEnded;

    CudaQueue(
            String name,
            CudaContext context,
            QueueStream stream,
            Submitter submitter,
            DeviceTimes times,
            int size,
            long callerSpinMicros) {
        this.times = times;
        this.name = name;
        this.context = context;
        this.stream = stream;
        this.submitter = submitter;
        slots = new PacketSlots(size);
        room = new RingRoom(this);
        loop = new QueueLoop(this, name);
        callerSpinNanos = TimeUnit.MICROSECONDS.toNanos(callerSpinMicros);
        markEvery = Math.clamp(size / 4, 1, MOST_UNMARKED);
    }

    /** Makes ready what the thread needs for copies of host memory. */
    void stage(DeviceHeap heap, long pieceBytes, long maxPitch) {
        submitter.hostCopies(new HostCopies(this, new Staging(context, stream, loop, pieceBytes), heap, maxPitch));
    }

    void start() {
        context.addListener(loop.ringer());
        loop.start();
    }

    String name() {
        return name;
    }

    CudaContext context() {
        return context;
    }

    QueueStream stream() {
        return stream;
    }

    Submitter submitter() {
        return submitter;
    }

    @Override
    public int capacity() {
        return slots.capacity();
    }

    @Override
    public long offer(Packet packet) {
        Command command = packet.command();
        submitter.check(command);
        long id;
        boolean wakes;
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
            WRITE.setRelease(this, id + 1);
            if (!backlog
                    && stream.calls() - callsEnded < MOST_CALLS
                    && submitter.isDirect(command)
                    && (!packet.isTimed() || times.isReady())) {
                wakes = submitDirectly(id, packet);
            } else {
                backlog = true;
                wakes = true;
            }
        } finally {
            lock.unlock();
        }
        if (wakes) {
            loop.ring();
        } else {
            // To give the lock back was a volatile write, so either this sees that the thread sleeps, or it sees the
            // packet.
            loop.ringIfIdle();
        }
        return id;
    }

    private RuntimeException refusal() {
        DeviceFailureException cause = dead;
        return cause != null ? cause : new IllegalStateException("the queue is closed: queue=" + name);
    }

    /** Puts a packet into the stream, on its caller's thread and under the lock. Gives whether the thread has something to do now. */
    private boolean submitDirectly(long id, Packet packet) {
        long callsBefore = stream.calls();
        boolean run = false;
        Throwable failure = null;
        try {
            run = packet.begin();
            if (run) {
                if (!(packet.command() instanceof Command.NativeLaunch)
                        || packet.isTimed()
                        || !packet.awaited().isEmpty()) {
                    context.enter();
                }
                awaitPlaces(id, packet);
                DeviceTimes.Span span = beginTimes(id, packet);
                submitter.submit(packet.command());
                endTimes(span);
            }
        } catch (Throwable e) {
            failure = e;
        }
        if (failure != null || !run) {
            // What is behind it is not to begin before this one has ended, by which it may learn of a failure.
            loop.stallUntil(id + 1);
            backlog = true;
        }
        finishSubmission(id, stream.calls() != callsBefore, failure);
        if (backlog) {
            return true;
        }
        if (lastNative - marked >= markEvery) {
            context.enter();
            mark();
        }
        return stream.calls() == callsBefore;
    }

    /** Lets the stream wait for what a packet waits for in other queues. For the submitter. */
    void awaitPlaces(long id, Packet packet) {
        List<Position> places = packet.awaited();
        if (!places.isEmpty()) {
            submitter.awaitPlaces(places);
            slots.awaited(id, places);
        }
    }

    /** Begins to time a packet that the device does alone, if it is to be timed. For the submitter. */
    DeviceTimes.@Nullable Span beginTimes(long id, Packet packet) {
        if (!packet.isTimed()) {
            return null;
        }
        DeviceTimes.Span span = times.begin(stream.handle());
        if (span != null) {
            slots.timed(id, span);
        }
        return span;
    }

    /** All of a packet is in the stream. For the submitter. */
    void endTimes(DeviceTimes.@Nullable Span span) {
        if (span != null) {
            times.end(span, stream.handle());
        }
    }

    DeviceTimes times() {
        return times;
    }

    /** A packet is in the stream, or done. For the submitter. */
    void finishSubmission(long id, boolean somethingNative, @Nullable Throwable failure) {
        slots.submitted(id, somethingNative, stream.calls(), failure);
        if (somethingNative) {
            LAST_NATIVE.setRelease(this, id + 1);
        }
        SUBMITTED.setRelease(this, id + 1);
    }

    /** The packet that the thread has to submit next; {@code null} if there is none any more, and callers submit from now on. */
    @Nullable
    Packet nextOfBacklog() {
        // A thread that took the lock at each look would hold callers up. Who makes a backlog wakes it afterwards.
        if (!backlog) {
            return null;
        }
        lock.lock();
        try {
            if (submitted < write) {
                return slots.packet(submitted);
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

    /** Whether CUDA's own queue has room for another packet's calls. */
    boolean streamHasRoom() {
        return stream.calls() - callsEnded < MOST_CALLS;
    }

    /** Whether something is in the stream that no mark stands behind. */
    boolean isUnmarked() {
        return lastNative > marked;
    }

    /** Whether a mark should be made now that more is in the stream. */
    boolean isMarkDue() {
        long last = lastNative;
        long seen = marked;
        return last > seen && (expected > seen || last - seen >= markEvery);
    }

    long expected() {
        return expected;
    }

    /** Puts a mark behind what is in the stream, if there is none. */
    void markNow() {
        if (isUnmarked()) {
            lock.lock();
            try {
                if (isUnmarked() && dead == null) {
                    context.enter();
                    mark();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Under the lock. Does not throw: if no mark can be made nothing is known any more about what is in the stream. */
    private void mark() {
        long number = lastNative;
        int code = stream.progress().mark(number);
        if (code == CudaErrors.SUCCESS) {
            marked = number;
        } else {
            context.fail(new DeviceFailureException(
                    "mark " + name, context.id(), code, CudaErrors.name(context.api(), code), true));
        }
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
        if (submitted > packetId && marked <= packetId) {
            markNow();
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
            } catch (DeviceFailureException lost) {
                context.fail(lost);
                some = false;
            } finally {
                ending = false;
            }
            if (!some) {
                break;
            }
            any = true;
        }
        if (any) {
            room.changed();
        }
        return any;
    }

    private boolean canEnd() {
        long next = read;
        return next < submitted && (passed > next || stream.progress().mayBeBeyond(next) || !slots.isNative(next));
    }

    /**
     * Whether what a packet waited for in other queues has ended: it has on the device, since this one has, and so is ended here; unless
     * another thread is about it. Packets wait for earlier ones only, so two queues never want that of each other for the same packets.
     */
    private boolean hasEndedBefore(long id) {
        for (Position position : slots.awaited(id)) {
            CudaPosition place = (CudaPosition) position;
            if (!place.hasEnded()) {
                place.queue().endThrough(place.packetId());
                if (!place.hasEnded()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The device has passed a packet, as another queue has seen. */
    private void endThrough(long id) {
        long seen = passed;
        while (seen <= id && !PASSED.compareAndSet(this, seen, id + 1)) {
            seen = passed;
        }
        poll();
    }

    private boolean endSome() {
        long until = submitted;
        long next = read;
        long first = next;
        if (next < until) {
            long reached = Math.max(passed, stream.progress().reached());
            while (next < until && (next < reached || !slots.isNative(next)) && hasEndedBefore(next)) {
                end(next++);
            }
        }
        return next != first;
    }

    private void end(long id) {
        Packet packet = slots.packet(id);
        Throwable failure = slots.failure(id);
        DeviceTimes.Span span = slots.span(id);
        try {
            DeviceTimes.Times ran = span == null || dead != null ? null : times.times(span, elapsed);
            if (ran != null) {
                packet.ran(ran.startNanos(), ran.endNanos());
            }
            packet.end(failure, id + 1 < write ? slots.packet(id + 1) : null);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "the end of a packet failed: queue=" + name, e);
        }
        CudaPosition place = slots.place(id);
        slots.clear(id);
        if (place != null) {
            place.giveBack();
        }
        callsEnded = slots.calls(id);
        read = id + 1;
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
                slots.submitted(id, false, stream.calls(), runs ? cause : null);
                submitted = id + 1;
            }
            long reached = stream.progress() instanceof WordProgress word ? word.reached() : 0;
            for (long id = read; id < write; id++) {
                if (slots.isNative(id) && id >= reached && slots.failure(id) == null) {
                    slots.submitted(id, true, stream.calls(), cause);
                }
                end(id);
            }
        } finally {
            ending = false;
        }
        room.changed();
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
        return new CudaPosition(this, packetId, CudaPosition.NO_EVENT);
    }

    @Override
    public @Nullable Position awaitable(long packetId) {
        if (packetId < read) {
            return position(packetId);
        }
        lock.lock();
        try {
            // Behind a stall is a failure that is not told yet.
            if (packetId != write - 1 || backlog || dead != null || loop.isStalled()) {
                return null;
            }
            CudaPosition place = slots.place(packetId);
            if (place == null) {
                place = CudaPosition.record(this, packetId);
                slots.place(packetId, place);
                stream.called(1);
            }
            return place;
        } catch (HeadraceException e) {
            return null; // who gets no place here waits for the end, and is told there
        } finally {
            lock.unlock();
        }
    }

    /** Whether a packet is in the stream. */
    boolean isSubmitted(long packetId) {
        return submitted > packetId;
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

    /** How many calls for the stream have ended for certain. */
    long callsEnded() {
        return callsEnded;
    }

    /** The thread has ended: nothing is left, and nothing comes any more. */
    void ended() {
        context.removeListener(loop.ringer());
        stream.close();
        submitter.close();
        elapsed.close();
    }
}
