package io.headrace.hsa;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.Region;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hands a queue's commands to the GPU: kernels and barriers to its HSA queue, copies to ROCr. Used by one thread at a time, the queue's
 * submitter. {@link #submitDirectly} is for what needs no call of ROCr that might block, on any thread; all else is for the queue's own
 * thread, by {@link #perform}, which may wait.
 *
 * <p>Kernels follow each other by the order of the HSA queue. A copy waits for the copy before it by that one's signal, for kernels before
 * it by the signal of a barrier behind them; a kernel waits for a copy by a barrier. Nothing waits for what has ended.
 */
final class Submitter {

    /** A row of launches that is longer is left to the queue's thread, which can wait for room in between. */
    private static final int MOST_DIRECT = 32;

    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final HsaDevice device;
    private final HsaContext context;
    private final SignalPool signals;
    private final HsaQueue queue;
    private final HostRing host;
    private final HsaSignal queueSignal;
    private final Copies copies;
    private final Fills fills;
    private final NativeBlock awaited = new NativeBlock(Long.BYTES);
    private final int ringSize;
    private final QueuePriority priority;

    /** The engine's index if the queue is that of a copy engine, else -1. */
    private final int engine;

    /** Made when something needs it: a copy engine's queue hardly ever does, and GPUs have few. */
    private volatile @Nullable AqlRing ring;

    /** How often the queue's signal is lowered by what was submitted. */
    private long counted;

    /** The last operation, if it is a copy. */
    private @Nullable HsaSignal copied;

    /** Whether there are packets in the ring that may not have ended, and no copy that waits for them. */
    private boolean busy;

    /** Whether the last packet in the ring tells nobody of its end. */
    private boolean open;

    /** The last packet with copies in it. */
    private long lastCopies = -1;

    /** The place behind the last packet, if that was asked for. */
    private @Nullable HsaPlace marked;

    // Of the packet at hand.

    private PacketSlot slot = new PacketSlot();
    private long packetId;
    private boolean timed;
    private @Nullable HsaSignal timedFirst;
    private boolean timedFirstIsCopy;

    /** Whether the GPU has something of it. */
    private boolean somethingNative;

    Submitter(HsaDevice device, HsaQueue queue, HostRing host, int ringSize, QueuePriority priority, int engine) {
        this.device = device;
        this.queue = queue;
        this.host = host;
        this.ringSize = ringSize;
        this.priority = priority;
        this.engine = engine;
        context = device.context();
        signals = device.signals();
        queueSignal = signals.take();
        queueSignal.set(0);
        copies = new Copies(this, device);
        fills = new Fills(this);
    }

    HsaContext context() {
        return context;
    }

    HsaQueue queue() {
        return queue;
    }

    int engine() {
        return engine;
    }

    Copies copies() {
        return copies;
    }

    /** The signal that is lowered with each packet that no other signal tells the end of. */
    HsaSignal queueSignal() {
        return queueSignal;
    }

    /** The ring; made if there is none. Not while another thread submits. */
    AqlRing ring() {
        AqlRing made = ring;
        if (made == null) {
            made = new AqlRing(context, queue.name(), ringSize, priority);
            ring = made;
        }
        return made;
    }

    /** Refuses what the device does not do at all. For any thread. */
    void check(Command command) {
        switch (command) {
            case Command.Launch launch -> throw new UnsupportedFeatureException(HsaDevice.noJavaKernels(context.id()));
            case Command.Sequence sequence -> sequence.commands().forEach(this::check);
            default -> {}
        }
    }

    /** Whether a packet can be submitted now and by any thread: it is of launches only, and there is room for it. */
    boolean isDirect(Packet packet) {
        AqlRing made = ring;
        if (made == null || !device.heap().isZeroed()) {
            return false;
        }
        int before = packet.awaited().size() + 1;
        return switch (packet.command()) {
            case Command.NativeLaunch launch -> made.hasRoom(before + 1) && host.hasRoom(Launches.bytes(launch));
            case Command.Sequence sequence -> isDirect(made, before, sequence.commands());
            default -> false;
        };
    }

    private boolean isDirect(AqlRing made, int before, List<Command> commands) {
        // One more, in case that not all of it can be written.
        if (commands.size() > MOST_DIRECT || !made.hasRoom(before + commands.size() + 1)) {
            return false;
        }
        long bytes = 0;
        for (Command command : commands) {
            if (!(command instanceof Command.NativeLaunch launch)) {
                return false;
            }
            bytes += Launches.bytes(launch);
        }
        return host.hasRoom(bytes);
    }

    /**
     * A packet is about to be submitted.
     *
     * @param allBeforeEnded whether all packets before it have ended
     */
    void begin(PacketSlot next, long id, boolean isTimed, boolean allBeforeEnded) {
        slot = next;
        packetId = id;
        timed = isTimed;
        timedFirst = null;
        somethingNative = false;
        slot.place = marked;
        marked = null;
        if (allBeforeEnded) {
            busy = false;
            supersede();
        }
    }

    /** The copy that was the last operation is not so any more: its signal is free when the packet at hand has ended. */
    private void supersede() {
        HsaSignal before = copied;
        if (before != null) {
            slot.use(before);
            copied = null;
        }
    }

    /** The packet at hand waits for places in other queues of the device. */
    void awaitPlaces(List<DriverQueue.Position> places) {
        for (DriverQueue.Position position : places) {
            HsaPlace place = (HsaPlace) position;
            HsaSignal signal = place.reached() ? null : place.retain();
            if (signal != null) {
                slot.await(place);
                awaitRing(2);
                AqlRing made = ring();
                orderBehindCopy(made);
                made.barrier(signal.handle(), 0);
                busy = true;
                open = true;
                somethingNative = true;
            }
        }
    }

    /**
     * The place behind the last packet, for other queues to wait for; {@code null} if it could fail by itself, or there is no room. Under the
     * queue's lock.
     */
    @Nullable
    HsaPlace mark(long id) {
        HsaPlace known = marked;
        if (known != null) {
            return known;
        }
        AqlRing made = ring;
        if (made == null || copied != null || lastCopies >= queue.readIndex() || !made.hasRoom(1)) {
            return null;
        }
        HsaSignal signal = signals.take();
        made.barrier(0, signal.handle());
        made.ring();
        busy = true;
        HsaPlace place = new HsaPlace(queue, id, signal);
        marked = place;
        return place;
    }

    /** The packet at hand is submitted, as far as it was. */
    void finish() {
        if (open) {
            close(ring());
        }
        AqlRing made = ring;
        if (made != null) {
            made.ring();
        }
        slot.hostPosition = host.position();
    }

    /** Whether the GPU has something of the packet at hand. */
    boolean hasSubmitted() {
        return somethingNative;
    }

    /** Submits what {@link #isDirect}. */
    void submitDirectly(Command command) {
        if (command instanceof Command.NativeLaunch launch) {
            launch(launch, true);
            return;
        }
        List<Command> commands = ((Command.Sequence) command).commands();
        for (int i = 0; i < commands.size(); i++) {
            launch((Command.NativeLaunch) commands.get(i), i == commands.size() - 1);
        }
    }

    /** Does a command, on the queue's thread, which may wait. */
    void perform(Command command) {
        perform(command, true);
    }

    private void perform(Command command, boolean isLast) {
        switch (command) {
            case Command.NativeLaunch launch -> {
                awaitRing(3);
                launch(launch, isLast);
            }
            case Command.Copy copy -> copies.copy(copy);
            case Command.Copy2D copy -> copies.copy(copy);
            case Command.Fill fill ->
                fills.fill(fill.to().address(), fill.bytes(), fill.pattern(), fill.patternBytes());
            case Command.Sequence sequence -> {
                List<Command> commands = sequence.commands();
                for (int i = 0; i < commands.size(); i++) {
                    perform(commands.get(i), i == commands.size() - 1);
                }
            }
            case Command.Native call -> run(call);
            case Command.Barrier barrier -> {} // it was waited for
            case Command.Launch launch -> throw new UnsupportedFeatureException(HsaDevice.noJavaKernels(context.id()));
        }
    }

    /** Whether memory that a command uses, of another device, is not ready yet. That of this device is looked at for all commands. */
    boolean awaitsPeer(Command command) {
        return switch (command) {
            case Command.Copy copy -> awaitsPeer(copy.from()) || awaitsPeer(copy.to());
            case Command.Copy2D copy -> awaitsPeer(copy.from()) || awaitsPeer(copy.to());
            default -> false;
        };
    }

    private static boolean awaitsPeer(Region region) {
        return region instanceof Region.Device side
                && side.memory() instanceof HsaMemory memory
                && !memory.heap().isZeroed();
    }

    private void launch(Command.NativeLaunch launch, boolean isLast) {
        // What may fail comes before anything is written.
        long bytes = Launches.bytes(launch);
        long arguments = bytes == 0 ? 0 : takeHost(bytes);
        AqlRing made = ring();
        HsaSignal own = timed ? signals.take() : null;
        orderBehindCopy(made);
        long completion = 0;
        if (own != null) {
            slot.use(own);
            slot.end = own;
            time(own, false);
            completion = own.handle();
        } else if (isLast) {
            completion = count();
        }
        open = completion == 0;
        busy = true;
        somethingNative = true;
        Launches.write(made, launch, arguments, completion);
    }

    /** Has the next packet in the ring lower the queue's signal; gives that. */
    private long count() {
        counted++;
        slot.count = counted;
        slot.end = null;
        return queueSignal.handle();
    }

    private void orderBehindCopy(AqlRing made) {
        HsaSignal before = copied;
        if (before != null) {
            if (!before.hasEnded()) {
                made.barrier(before.handle(), 0);
                somethingNative = true;
            }
            supersede();
        }
    }

    private void close(AqlRing made) {
        awaitRing(1);
        made.barrier(0, count());
        open = false;
        busy = true;
        somethingNative = true;
    }

    private void run(Command.Native call) {
        hostTakesPart();
        awaitRing(2);
        AqlRing made = ring();
        orderBehindCopy(made);
        made.ring();
        queue.poll(); // the thread does not while it runs a user's code
        try {
            call.call().run(made.handle());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new HeadraceException("the native call failed: " + Reasons.of(e), e);
        } finally {
            made.reload();
            open = true; // whatever it enqueued there
        }
    }

    /**
     * Has ROCr copy bytes, behind all that was submitted before.
     *
     * @param call gets how many signals are waited for, where they are, and the copy's own; gives ROCr's status
     * @return that signal
     */
    HsaSignal copy(String operation, long bytes, CopyCall call) {
        HsaSignal made = tryCopy(call);
        if (made == null) {
            throw context.exception(operation + bytes, refused);
        }
        return made;
    }

    /** ROCr's call for a copy. */
    @FunctionalInterface
    interface CopyCall {
        int make(int count, long awaited, long completion);
    }

    /** The status by which ROCr has refused the last copy that it refused. */
    private int refused;

    /** The same; {@code null} if ROCr refuses the copy, and nothing of it is done then. */
    @Nullable
    HsaSignal tryCopy(CopyCall call) {
        if (timed) {
            device.times().timeCopies();
        }
        HsaSignal before = before();
        HsaSignal signal = signals.take();
        awaited.setLong(0, before == null ? 0 : before.handle());
        // ROCr refuses a list of none.
        refused = before == null ? call.make(0, 0, signal.handle()) : call.make(1, awaited.address(), signal.handle());
        if (refused != HsaErrors.SUCCESS) {
            signals.giveBack(signal);
            return null;
        }
        supersede();
        copied = signal;
        lastCopies = packetId;
        busy = false;
        open = false;
        somethingNative = true;
        slot.end = signal;
        time(signal, true);
        return signal;
    }

    /** What a copy has to wait for; {@code null} for nothing. */
    private @Nullable HsaSignal before() {
        HsaSignal before = copied;
        if (busy) {
            AqlRing made = ring();
            awaitRing(1);
            HsaSignal behind = signals.take();
            made.barrier(0, behind.handle());
            made.ring();
            // The next copy waits for this signal as for a copy's.
            supersede();
            copied = behind;
            busy = false;
            open = false;
            somethingNative = true;
            slot.end = behind;
            return behind;
        }
        return before == null || before.hasEnded() ? null : before;
    }

    private void time(HsaSignal signal, boolean isCopy) {
        if (timed) {
            if (timedFirst == null) {
                timedFirst = signal;
                timedFirstIsCopy = isCopy;
            }
            slot.span = new DeviceTimes.Span(timedFirst, timedFirstIsCopy, signal, isCopy);
        }
    }

    /** The host does a part of the packet, so that its operations do not tell when it ran. */
    void hostTakesPart() {
        timed = false;
        slot.span = null;
    }

    /** Room in the host memory that the GPU reads, until the packet has ended. The queue's thread waits if there is none. */
    long takeHost(long bytes) {
        if (bytes > host.mostBytes()) {
            throw new UnsupportedFeatureException("the arguments of a kernel are too large: bytes=" + bytes + " limit="
                    + host.mostBytes() + " device=" + context.id() + "; put them in a buffer");
        }
        long address = host.take(bytes);
        while (address == HostRing.NONE) {
            long oldest = queue.readIndex();
            if (oldest < packetId) {
                queue.loop().await(() -> queue.readIndex() > oldest);
            } else {
                drain();
                host.freeTo(host.position());
            }
            address = host.take(bytes);
        }
        return address;
    }

    /** Waits until all that was submitted has ended. */
    void drain() {
        HsaSignal last = before();
        if (last != null) {
            await(last);
        }
    }

    /** Waits for a copy of the packet at hand. */
    void await(HsaSignal signal) {
        AqlRing made = ring;
        if (made != null) {
            made.ring();
        }
        queue.loop().await(signal::hasEnded);
        if (signal.hasFailed()) {
            throw context.exception("copy in " + queue.name(), HsaErrors.ERROR);
        }
    }

    /** The signal of the last operation, which was a copy; good until the packet at hand has ended. */
    @Nullable
    HsaSignal lastCopy() {
        return copied;
    }

    private void awaitRing(int packets) {
        AqlRing made = ring();
        if (!made.hasRoom(packets)) {
            made.ring();
            queue.loop().await(() -> made.hasRoom(packets));
        }
    }

    /** The id of the packet at hand. */
    long packetId() {
        return packetId;
    }

    /** Has what waits for copies of the packet at hand that have failed go on. */
    void releaseFailed() {
        slot.releaseFailed(context, queue.name());
    }

    /** Packets up to some have ended: what was taken for them is free. Called by one thread at a time. */
    void ended(PacketSlot ended) {
        host.freeTo(ended.hostPosition);
        signals.giveBack(ended.signals());
        for (HsaPlace place : ended.awaited()) {
            place.release(signals);
        }
        HsaPlace before = ended.place;
        if (before != null) {
            before.release(signals);
        }
    }

    /** What is behind the last packet, for other queues to wait for, is reached before the ring goes. */
    private void awaitAll(AqlRing made) {
        HsaSignal end = signals.take();
        boolean written = false;
        while (context.loss().cause() == null && !(written && end.hasEnded())) {
            if (!written && made.hasRoom(1)) {
                made.barrier(0, end.handle());
                made.ring();
                written = true;
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
        if (context.loss().cause() == null) {
            signals.giveBack(end);
        }
    }

    /** The queue has ended: its packets have, or the device is lost. */
    void close() {
        copies.close();
        AqlRing made = ring;
        HsaSignal last = copied;
        HsaPlace place = marked;
        device.chores().add(() -> {
            if (made != null) {
                awaitAll(made);
                made.close();
            }
            host.close();
            awaited.close();
            if (context.loss().cause() == null) {
                signals.giveBack(queueSignal);
                if (last != null) {
                    signals.giveBack(last);
                }
                if (place != null) {
                    place.release(signals);
                }
            }
        });
    }
}
