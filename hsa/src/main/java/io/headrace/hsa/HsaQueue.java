package io.headrace.hsa;

import io.headrace.spi.Command;
import io.headrace.spi.DirectQueue;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import io.headrace.spi.QueuePriority;
import org.jspecify.annotations.Nullable;

/**
 * A queue of a GPU: the packets that are with the GPU or wait for their turn.
 *
 * <p>Launches are written into the HSA queue by their caller, if there is room: that is some stores to memory. Calls of ROCr may block, so
 * whatever needs one is done by the queue's thread.
 */
final class HsaQueue extends DirectQueue {

    private final HsaContext context;
    private final HsaSlots slots;
    private final HsaLoop loop;
    private final Submitter submitter;
    private final HsaSignal queueSignal;
    private final DeviceTimes times;

    /** Whether copies of the oldest packet may have failed, for which others wait. */
    private volatile boolean checksCopies;

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
        this(
                name,
                device,
                host,
                new HsaSlots(size),
                new HsaLoop(name, device),
                ringSize,
                priority,
                engine,
                callerSpinMicros);
    }

    private HsaQueue(
            String name,
            HsaDevice device,
            HostRing host,
            HsaSlots slots,
            HsaLoop loop,
            int ringSize,
            QueuePriority priority,
            int engine,
            long callerSpinMicros) {
        super(name, slots, loop, device.context().loss(), callerSpinMicros);
        this.slots = slots;
        this.loop = loop;
        context = device.context();
        times = device.times();
        submitter = new Submitter(device, this, host, ringSize, priority, engine);
        queueSignal = submitter.queueSignal();
    }

    @Override
    protected void start() {
        loop.start(this);
    }

    Submitter submitter() {
        return submitter;
    }

    HsaLoop loop() {
        return loop;
    }

    @Override
    protected void check(Command command) {
        submitter.check(command);
    }

    @Override
    protected boolean isDirect(Packet packet) {
        return submitter.isDirect(packet);
    }

    @Override
    protected void prepare(long id, Packet packet) {
        submitter.begin(slots.slot(id), id, packet.isTimed(), readIndex() == id);
    }

    @Override
    protected void submitDirectly(long id, Packet packet) {
        submitter.awaitPlaces(packet.awaited());
        submitter.submitDirectly(packet.command());
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        Throwable why = failure;
        try {
            submitter.finish();
        } catch (Throwable e) {
            why = failure == null ? e : failure;
        }
        submitted(id, submitter.hasSubmitted(), why);
    }

    @Override
    protected boolean mayEnd() {
        long next = readIndex();
        return next < submitted() && (hasEnded(next) || checksCopies);
    }

    /** Whether a packet has ended on the GPU, whose part in it may be none. */
    private boolean hasEnded(long id) {
        return !slots.isOnDevice(id) || slots.slot(id).hasEnded(queueSignal);
    }

    /**
     * Whether what a packet waited for in other queues has ended: it has on the GPU, since this one has, and so is ended here, unless
     * another thread is about it. Packets wait for earlier ones only, so two queues never want that of each other for the same packets.
     */
    private boolean hasEndedBefore(long id) {
        for (HsaPlace place : slots.slot(id).awaited()) {
            if (!place.reached()) {
                place.queue().poll();
                if (!place.reached()) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    protected boolean endSome() {
        long until = submitted();
        long next = readIndex();
        long first = next;
        while (next < until && hasEnded(next) && hasEndedBefore(next)) {
            Throwable known = slots.failure(next);
            Throwable later = slots.slot(next).settle(context, name());
            end(next, known == null ? later : known);
            next++;
        }
        if (checksCopies) {
            checksCopies = false;
            if (next < until) {
                slots.slot(next).releaseFailed(context, name());
            }
        }
        return next != first;
    }

    /** Has what waits for copies of the oldest packet that have failed go on. For any thread. */
    void releaseFailed() {
        checksCopies = true;
        poll();
    }

    @Override
    protected boolean hasPassed(long id) {
        return hasEnded(id) && slots.slot(id).settle(context, name()) == null;
    }

    @Override
    protected void tellTimes(long id, Packet packet, @Nullable Throwable failure) {
        DeviceTimes.Span span = slots.slot(id).span;
        if (span != null && failure == null) {
            times.tell(packet, span, out);
        }
    }

    @Override
    protected void release(long id) {
        PacketSlot slot = slots.slot(id);
        // Whoever is not done is not done with its signals and its memory either: they are not used again.
        if (!isDead() || slot.hasEnded(queueSignal)) {
            submitter.ended(slot);
        }
        slot.clear();
    }

    @Override
    public Position position(long packetId) {
        return new HsaPlace(this, packetId, null);
    }

    @Override
    protected @Nullable Position placeBehind(long packetId) {
        return submitter.mark(packetId);
    }

    @Override
    protected void ended() {
        submitter.close();
        out.close();
    }
}
