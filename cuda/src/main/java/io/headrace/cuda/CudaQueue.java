package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.spi.Command;
import io.headrace.spi.DirectQueue;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of a CUDA device: a CUDA stream, and the packets that are in it or wait for their turn.
 *
 * <p>A packet that the device can do alone is put into the stream by its caller; what needs the host is done by the queue's thread.
 *
 * <p>How far the stream has come is seen by {@link Progress}, which is marked when somebody asks ({@link #expectEnd}), every few packets,
 * and by the thread once the queue has been quiet for a moment.
 */
final class CudaQueue extends DirectQueue {

    /** CUDA's own queue takes 1,024 calls and then keeps the caller until there is room. */
    private static final long MOST_CALLS = 900;

    /** The most packets in the stream behind the last mark. */
    private static final int MOST_UNMARKED = 64;

    private static final VarHandle PASSED;
    private static final VarHandle LAST_NATIVE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PASSED = lookup.findVarHandle(CudaQueue.class, "passed", long.class);
            LAST_NATIVE = lookup.findVarHandle(CudaQueue.class, "lastNative", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final CudaContext context;
    private final QueueStream stream;
    private final Submitter submitter;
    private final CudaSlots slots;
    private final DeviceTimes times;

    /** Where a time is told. For who ends packets. */
    private final NativeBlock elapsed = new NativeBlock(Long.BYTES);

    private final CudaLoop loop;
    private final int markEvery;

    /** How many packets the last mark stands behind. Written under the lock. */
    private volatile long marked;

    /** The number behind the last packet for which something is in the stream. */
    private volatile long lastNative;

    /** Up to where the stream has come, as far as other queues have seen. */
    private volatile long passed;

    /** How many calls were in the stream up to the last packet that has ended. */
    private volatile long callsEnded;

    // For the submitter.

    /** How many calls were in the stream before the packet at hand. */
    private long callsBefore;

    /** Whether the packet at hand has ended, and all before it. */
    private boolean isOver;

    CudaQueue(
            String name,
            CudaContext context,
            QueueStream stream,
            Submitter submitter,
            DeviceTimes times,
            int size,
            long callerSpinMicros) {
        this(
                name,
                context,
                stream,
                submitter,
                times,
                new CudaSlots(size),
                new CudaLoop(name, context),
                callerSpinMicros);
    }

    private CudaQueue(
            String name,
            CudaContext context,
            QueueStream stream,
            Submitter submitter,
            DeviceTimes times,
            CudaSlots slots,
            CudaLoop loop,
            long callerSpinMicros) {
        super(name, slots, loop, context.loss(), callerSpinMicros);
        this.times = times;
        this.context = context;
        this.stream = stream;
        this.submitter = submitter;
        this.slots = slots;
        this.loop = loop;
        markEvery = Math.clamp(slots.capacity() / 4, 1, MOST_UNMARKED);
    }

    /** Makes ready what the thread needs for copies of host memory. */
    void stage(DeviceHeap heap, long pieceBytes, long maxPitch) {
        submitter.hostCopies(new HostCopies(this, new Staging(context, stream, loop, pieceBytes), heap, maxPitch));
    }

    @Override
    protected void start() {
        loop.start(this);
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
    protected void check(Command command) {
        submitter.check(command);
    }

    @Override
    protected boolean isDirect(Packet packet) {
        return streamHasRoom() && submitter.isDirect(packet.command()) && (!packet.isTimed() || times.isReady());
    }

    @Override
    protected void prepare(long id, Packet packet) {
        callsBefore = stream.calls();
        isOver = false;
    }

    @Override
    protected void submitDirectly(long id, Packet packet) {
        if (!(packet.command() instanceof Command.NativeLaunch)
                || packet.isTimed()
                || !packet.awaited().isEmpty()) {
            context.enter();
        }
        awaitPlaces(id, packet);
        submit(id, packet);
    }

    /** Puts a packet that the device does alone into the stream. */
    private void submit(long id, Packet packet) {
        DeviceTimes.Span span = packet.isTimed() ? times.begin(stream.handle()) : null;
        if (span != null) {
            slots.timed(id, span);
        }
        submitter.submit(packet.command());
        if (span != null) {
            times.end(span, stream.handle());
        }
    }

    /** Submits a packet on the queue's thread, which may wait. */
    void perform(long id, Packet packet) {
        if (packet.isTimed() && submitter.isDirect(packet.command())) {
            times.prepare();
            submit(id, packet);
        } else {
            isOver = submitter.perform(packet.command());
        }
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        slots.calls(id, stream.calls());
        boolean somethingNative = !isOver && stream.calls() != callsBefore;
        if (somethingNative) {
            LAST_NATIVE.setRelease(this, id + 1);
        }
        submitted(id, somethingNative, failure);
    }

    @Override
    protected boolean submittedDirectly() {
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
        return last > seen && (expected() > seen || last - seen >= markEvery);
    }

    /** Puts a mark behind what is in the stream, if there is none. */
    void markNow() {
        if (isUnmarked()) {
            lock().lock();
            try {
                if (isUnmarked() && !isDead()) {
                    context.enter();
                    mark();
                }
            } finally {
                lock().unlock();
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
            context.loss()
                    .lost(new DeviceFailureException(
                            "mark " + name(), context.id(), code, CudaErrors.name(context.api(), code), true));
        }
    }

    @Override
    protected void awaited(long packetId) {
        if (submitted() > packetId && marked <= packetId) {
            markNow();
        }
    }

    @Override
    protected boolean mayEnd() {
        long next = readIndex();
        return next < submitted() && (passed > next || stream.progress().mayBeBeyond(next) || !slots.isOnDevice(next));
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

    @Override
    protected boolean endSome() {
        long until = submitted();
        long next = readIndex();
        long first = next;
        if (next < until) {
            long reached = Math.max(passed, stream.progress().reached());
            while (next < until && (next < reached || !slots.isOnDevice(next)) && hasEndedBefore(next)) {
                end(next, slots.failure(next));
                next++;
            }
        }
        return next != first;
    }

    @Override
    protected void tellTimes(long id, Packet packet, @Nullable Throwable failure) {
        DeviceTimes.Span span = slots.span(id);
        DeviceTimes.Times ran = span == null || isDead() ? null : times.times(span, elapsed);
        if (ran != null) {
            packet.ran(ran.startNanos(), ran.endNanos());
        }
    }

    @Override
    protected void release(long id) {
        CudaPosition place = slots.place(id);
        slots.clear(id);
        if (place != null) {
            place.giveBack();
        }
        callsEnded = slots.calls(id);
    }

    @Override
    protected boolean hasPassed(long id) {
        return stream.progress() instanceof WordProgress word && id < word.reached();
    }

    @Override
    public Position position(long packetId) {
        return new CudaPosition(this, packetId, CudaPosition.NO_EVENT);
    }

    @Override
    protected Position placeBehind(long packetId) {
        CudaPosition place = slots.place(packetId);
        if (place == null) {
            place = CudaPosition.record(this, packetId);
            slots.place(packetId, place);
            stream.called(1);
        }
        return place;
    }

    /** Whether a packet is in the stream. */
    boolean isSubmitted(long packetId) {
        return submitted() > packetId;
    }

    /** How many calls for the stream have ended for certain. */
    long callsEnded() {
        return callsEnded;
    }

    @Override
    protected void ended() {
        stream.close();
        submitter.close();
        elapsed.close();
    }
}
