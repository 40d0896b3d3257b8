package io.headrace.cuda;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Region;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts commands into a queue's CUDA stream. Used by one thread at a time, the queue's submitter.
 *
 * <p>{@link #submit} is for what the device does alone ({@link #isDirect}), on any thread: it never waits. All else is for the
 * queue's own thread, by {@link #perform}.
 */
final class Submitter {

    /** More calls than this in one packet are left to the queue's thread: CUDA might keep who makes them. */
    private static final int MOST_DIRECT_CALLS = 100;

    /** What a native call is taken to enqueue. */
    private static final int CALLS_OF_NATIVE = 16;

    /** Of {@code CUDA_MEMCPY2D}. */
    private static final long COPY_BYTES = 128;

    private static final int CU_MEMORYTYPE_HOST = 1;

    /** What a buffer is in: its address tells CUDA whether that is the device's own memory, or the host's. */
    private static final int CU_MEMORYTYPE_UNIFIED = 4;

    private final CudaContext context;
    private final CudaApi api;
    private final DeviceHeap heap;
    private final HostPins pins;
    private final QueueStream stream;
    private final Fills fills;
    private final Launches launches;
    private final NativeMemory block = NativeMemory.allocate(COPY_BYTES, Long.BYTES);
    private final long maxPitch;
    private long seenEpoch;

    /** For each peer whose memory was used, how often memory was zeroed there before the last use. */
    private final Map<DeviceHeap, Long> seenPeerEpochs = new HashMap<>(2);

    /** How many calls were in the stream after the last one that may write host memory. */
    private long lastHostWrite;

    private @Nullable HostCopies hostCopies;

    Submitter(CudaContext context, DeviceHeap heap, HostPins pins, QueueStream stream, long maxPitch) {
        this.context = context;
        this.api = context.api();
        this.heap = heap;
        this.pins = pins;
        this.stream = stream;
        this.maxPitch = maxPitch;
        fills = new Fills(this);
        launches = new Launches(this);
    }

    /** Tells who does what needs the host. */
    void hostCopies(HostCopies copies) {
        hostCopies = copies;
    }

    private HostCopies hostCopies() {
        return Objects.requireNonNull(hostCopies);
    }

    CudaContext context() {
        return context;
    }

    QueueStream stream() {
        return stream;
    }

    long lastHostWrite() {
        return lastHostWrite;
    }

    /** Refuses what the device does not do at all. */
    void check(Command command) {
        if (command instanceof Command.Launch) {
            throw new UnsupportedFeatureException(CudaDevice.noJavaKernels(context.id()));
        }
    }

    /** Whether the device does it alone, so that it can be put into the stream at any time. */
    boolean isDirect(Command command) {
        if (command instanceof Command.NativeLaunch) {
            return true;
        }
        return switch (command) {
            case Command.Copy copy -> isDirect(copy.from(), copy.bytes(), copy.to(), copy.bytes());
            case Command.Copy2D copy ->
                isDirect(copy.from(), copy.fromSpan(), copy.to(), copy.toSpan())
                        && (isStraight(copy) || copy.rows() <= MOST_DIRECT_CALLS);
            case Command.Fill fill -> true;
            case Command.NativeLaunch launch -> true;
            case Command.Barrier barrier -> isPossible(barrier);
            case Command.Sequence sequence ->
                sequence.code() instanceof GraphCode
                        || (sequence.commands().size() <= MOST_DIRECT_CALLS && areDirect(sequence.commands()));
            case Command.Launch launch -> false;
            case Command.Native call -> false;
        };
    }

    private boolean areDirect(List<Command> commands) {
        for (Command command : commands) {
            if (!isDirect(command)) {
                return false;
            }
        }
        return true;
    }

    private boolean isDirect(Region from, long fromSpan, Region to, long toSpan) {
        if (isHost(from, fromSpan) || isHost(to, toSpan)) {
            return false;
        }
        if (from instanceof Region.Device source && to instanceof Region.Device target) {
            return source.address() + fromSpan <= target.address() || target.address() + toSpan <= source.address();
        }
        return !(from instanceof Region.Pinned && to instanceof Region.Pinned);
    }

    /** Whether it is memory that the device cannot reach. */
    boolean isHost(Region region, long span) {
        return switch (region) {
            case Region.Host host -> true;
            case Region.Pinned pinned -> !pins.isRegistered(pinned.address(), span);
            case Region.Device device -> false;
        };
    }

    /** Whether the queue's thread can do it now, without waiting for another queue's submitter. */
    boolean isPossible(Command command) {
        if (command instanceof Command.Barrier barrier) {
            for (DriverQueue.Position position : barrier.positions()) {
                if (!isSubmitted((CudaPosition) position)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Does a command, on the queue's thread, which may wait.
     *
     * @return whether nothing of it, nor of anything before it, is in the stream any more
     */
    boolean perform(Command command) {
        if (isDirect(command)) {
            submit(command);
            return false;
        }
        beginPeers(command);
        return switch (command) {
            case Command.Copy copy ->
                hostCopies().copy(copy.from(), copy.bytes(), copy.to(), copy.bytes(), copy.bytes(), 1);
            case Command.Copy2D copy ->
                hostCopies()
                        .copy(copy.from(), copy.fromPitch(), copy.to(), copy.toPitch(), copy.rowBytes(), copy.rows());
            case Command.Sequence sequence -> {
                boolean isOver = false;
                for (Command part : sequence.commands()) {
                    isOver = perform(part);
                }
                yield isOver;
            }
            case Command.Native call -> {
                run(call);
                yield false;
            }
            case Command.Launch launch -> throw new UnsupportedFeatureException(CudaDevice.noJavaKernels(context.id()));
            case Command.Fill fill -> throw new IllegalStateException("not for the host: " + fill);
            case Command.NativeLaunch launch -> throw new IllegalStateException("not for the host: " + launch);
            case Command.Barrier barrier -> throw new IllegalStateException("not for the host: " + barrier);
        };
    }

    private void run(Command.Native call) {
        begin();
        stream.called(CALLS_OF_NATIVE);
        lastHostWrite = stream.calls();
        try {
            call.call().run(stream.handle());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new HeadraceException("the native call failed: " + Reasons.of(e), e);
        } finally {
            context.enter();
        }
    }

    /** Memory that is new to this queue is to be zeroed first. Before each command. */
    void begin() {
        long epoch = heap.epoch();
        if (epoch != seenEpoch) {
            context.enter();
            called("cuStreamWaitEvent", heap.orderBehindZeroing(stream.handle()));
            seenEpoch = epoch;
        }
    }

    /** Whether a command has to do with memory of another device. */
    boolean hasPeer(Command command) {
        return switch (command) {
            case Command.Copy copy -> peer(copy.from()) != null || peer(copy.to()) != null;
            case Command.Copy2D copy -> peer(copy.from()) != null || peer(copy.to()) != null;
            default -> false;
        };
    }

    /** The other device that a region is of; {@code null} if it is this one's, or wrapped. */
    private @Nullable DeviceHeap peer(Region region) {
        return region instanceof Region.Device side
                        && side.memory() instanceof CudaMemory memory
                        && memory.heap() != heap
                ? memory.heap()
                : null;
    }

    /** Memory of a peer can be reached from here on, and what is new of it is zeroed before what comes next. */
    private void beginPeer(Region region) {
        DeviceHeap peer = peer(region);
        if (peer != null) {
            long epoch = peer.epoch();
            Long seen = seenPeerEpochs.get(peer);
            if (seen == null) {
                peer.openTo(context);
            }
            if (seen == null || seen != epoch) {
                called("cuStreamWaitEvent", peer.orderBehindZeroing(stream.handle()));
                seenPeerEpochs.put(peer, epoch);
            }
        }
    }

    private void beginPeers(Command command) {
        switch (command) {
            case Command.Copy copy -> {
                beginPeer(copy.from());
                beginPeer(copy.to());
            }
            case Command.Copy2D copy -> {
                beginPeer(copy.from());
                beginPeer(copy.to());
            }
            case Command.Sequence sequence -> {
                // A graph has no such copies in it.
                if (!(sequence.code() instanceof GraphCode)) {
                    sequence.commands().forEach(this::beginPeers);
                }
            }
            default -> {}
        }
    }

    /** Puts a direct command into the stream. The context is current, unless it is a launch. */
    void submit(Command command) {
        begin();
        beginPeers(command);
        note(command);
    }

    /** Puts a direct command into the stream, whatever memory was zeroed before: into one that notes what it is given. */
    void note(Command command) {
        switch (command) {
            case Command.Copy copy -> copy(copy.from(), 0, copy.to(), 0, copy.bytes());
            case Command.Copy2D copy -> copy(copy);
            case Command.NativeLaunch launch -> {
                launches.launch(launch);
                lastHostWrite = stream.calls();
            }
            case Command.Fill fill ->
                fills.fill(fill.to().address(), fill.bytes(), fill.pattern(), fill.patternBytes());
            case Command.Barrier barrier -> barrier.positions().forEach(this::awaitOther);
            case Command.Sequence sequence -> {
                if (sequence.code() instanceof GraphCode graph) {
                    called("replay commands=", sequence.commands().size(), graph.launch(stream.handle()));
                    lastHostWrite = stream.calls();
                } else {
                    sequence.commands().forEach(this::note);
                }
            }
            case Command.Launch launch -> throw new IllegalStateException("not for the device: " + launch);
            case Command.Native call -> throw new IllegalStateException("not for the device: " + call);
        }
    }

    private static boolean isSubmitted(CudaPosition place) {
        return place.queue().isSubmitted(place.packetId());
    }

    /** Lets the stream wait for a barrier's position, or a later one of that queue. */
    private void awaitOther(DriverQueue.Position position) {
        CudaPosition place = (CudaPosition) position;
        if (!place.hasEnded() && place.queue().stream() != stream) {
            CudaPosition now = CudaPosition.record(place.queue(), place.packetId());
            try {
                called("cuStreamWaitEvent", now.awaitIn(stream.handle()));
            } finally {
                now.giveBack();
            }
        }
    }

    /** Lets the stream wait for places that events stand for. The context is current. */
    void awaitPlaces(List<DriverQueue.Position> places) {
        for (DriverQueue.Position place : places) {
            called("cuStreamWaitEvent", ((CudaPosition) place).awaitIn(stream.handle()));
        }
        // What is waited for may write host memory.
        lastHostWrite = stream.calls();
    }

    /** Copies bytes between memory that the device reaches. */
    private void copy(Region from, long fromOffset, Region to, long toOffset, long bytes) {
        switch (from) {
            case Region.Device source -> {
                long address = source.address() + fromOffset;
                switch (to) {
                    case Region.Device target -> copyInDevice(target.address() + toOffset, address, bytes);
                    case Region.Pinned target -> copyDown(target.address() + toOffset, address, bytes);
                    case Region.Host target -> throw new IllegalStateException("not for the device: " + target);
                }
            }
            case Region.Pinned source ->
                copyUp(((Region.Device) to).address() + toOffset, source.address() + fromOffset, bytes);
            case Region.Host source -> throw new IllegalStateException("not for the device: " + source);
        }
    }

    void copyInDevice(long to, long from, long bytes) {
        called("cuMemcpyDtoDAsync bytes=", bytes, api.memcpyDtoDAsync(to, from, bytes, stream.handle()));
    }

    /** Copies from pinned host memory. */
    void copyUp(long to, long from, long bytes) {
        called("cuMemcpyHtoDAsync bytes=", bytes, api.memcpyHtoDAsync(to, from, bytes, stream.handle()));
    }

    /** Copies to pinned host memory. */
    void copyDown(long to, long from, long bytes) {
        called("cuMemcpyDtoHAsync bytes=", bytes, api.memcpyDtoHAsync(to, from, bytes, stream.handle()));
        lastHostWrite = stream.calls();
    }

    private boolean isStraight(Command.Copy2D copy) {
        return Math.max(copy.fromPitch(), copy.toPitch()) <= maxPitch;
    }

    private void copy(Command.Copy2D copy) {
        if (copy.rows() == 1) {
            copy(copy.from(), 0, copy.to(), 0, copy.rowBytes());
        } else if (isStraight(copy)) {
            copyRows(
                    address(copy.from()),
                    copy.from() instanceof Region.Pinned,
                    copy.fromPitch(),
                    address(copy.to()),
                    copy.to() instanceof Region.Pinned,
                    copy.toPitch(),
                    copy.rowBytes(),
                    copy.rows());
        } else {
            for (long row = 0; row < copy.rows(); row++) {
                copy(copy.from(), row * copy.fromPitch(), copy.to(), row * copy.toPitch(), copy.rowBytes());
            }
        }
    }

    private static long address(Region region) {
        return switch (region) {
            case Region.Device device -> device.address();
            case Region.Pinned pinned -> pinned.address();
            case Region.Host host -> throw new IllegalStateException("not for the device: " + host);
        };
    }

    /** Copies rows between memory that the device reaches, in one call. */
    void copyRows(
            long from,
            boolean fromHost,
            long fromPitch,
            long to,
            boolean toHost,
            long toPitch,
            long rowBytes,
            long rows) {
        long copy = block.address();
        Words.setIntPlain(copy + 16, fromHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED);
        Words.setLongPlain(copy + (fromHost ? 24 : 32), from);
        Words.setLongPlain(copy + 48, fromPitch);
        Words.setIntPlain(copy + 72, toHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED);
        Words.setLongPlain(copy + (toHost ? 80 : 88), to);
        Words.setLongPlain(copy + 104, toPitch);
        Words.setLongPlain(copy + 112, rowBytes);
        Words.setLongPlain(copy + 120, rows);
        called("cuMemcpy2DAsync rows=", rows, api.memcpy2DAsync(copy, stream.handle()));
        if (toHost) {
            lastHostWrite = stream.calls();
        }
    }

    /** A call was made for the stream; throws if it failed. */
    void called(String operation, int code) {
        if (code != CudaErrors.SUCCESS) {
            throw context.exception(operation, code);
        }
        stream.called(1);
    }

    private void called(String operation, long size, int code) {
        if (code != CudaErrors.SUCCESS) {
            throw context.exception(operation + size, code);
        }
        stream.called(1);
    }

    /** The queue has ended. */
    void close() {
        if (hostCopies != null) {
            hostCopies.close();
        }
        launches.close();
        block.free();
    }
}
