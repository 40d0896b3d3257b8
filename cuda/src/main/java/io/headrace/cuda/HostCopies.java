package io.headrace.cuda;

import io.headrace.memory.Words;
import io.headrace.spi.HostRows;
import io.headrace.spi.Region;
import io.headrace.spi.StagedCopies;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies that need a queue's thread: of host memory whose life the library does not control; within host memory; and between parts of device
 * memory that overlap. Confined to the thread.
 */
final class HostCopies extends StagedCopies<Long> {

    private final CudaQueue queue;
    private final Submitter submitter;
    private final QueueStream stream;
    private final DeviceHeap heap;
    private final long maxPitch;
    private @Nullable CudaMemory scratch;

    /** How many calls were in the stream when it was last empty. */
    private long drainedCalls;

    HostCopies(CudaQueue queue, Staging staging, DeviceHeap heap, long maxPitch) {
        super(staging);
        this.queue = queue;
        this.submitter = queue.submitter();
        this.stream = queue.stream();
        this.heap = heap;
        this.maxPitch = maxPitch;
    }

    /**
     * Copies rows.
     *
     * @return whether nothing is left in the stream
     */
    boolean copy(Region from, long fromPitch, Region to, long toPitch, long rowBytes, long rows) {
        submitter.begin();
        if (rows == 1 || (fromPitch == rowBytes && toPitch == rowBytes)) {
            return copyRows(from, rowBytes * rows, to, rowBytes * rows, rowBytes * rows, 1);
        }
        return copyRows(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    private boolean copyRows(Region from, long fromPitch, Region to, long toPitch, long rowBytes, long rows) {
        long fromSpan = (rows - 1) * fromPitch + rowBytes;
        long toSpan = (rows - 1) * toPitch + rowBytes;
        if (from instanceof Region.Device source) {
            if (to instanceof Region.Device target) {
                copyByWay(source.address(), fromPitch, target.address(), toPitch, rowBytes, rows);
                return false;
            }
            queue.markNow();
            download(source.address(), fromPitch, segment(to, toSpan), toPitch, rowBytes, rows);
            drainedCalls = stream.calls();
            return true;
        }
        if (to instanceof Region.Device target) {
            if (submitter.lastHostWrite() > queue.callsEnded()) {
                drain(); // what is to be read may be about to be written
            }
            upload(segment(from, fromSpan), fromPitch, target.address(), toPitch, rowBytes, rows);
            return false;
        }
        drain();
        HostRows.copy(
                segment(from, fromSpan), fromPitch, segment(to, toSpan), toPitch, rowBytes, rows, ring().pieceBytes());
        return true;
    }

    private static MemorySegment segment(Region region, long span) {
        return switch (region) {
            case Region.Host host -> host.segment();
            case Region.Pinned pinned -> Words.ALL.asSlice(pinned.address(), span);
            case Region.Device device -> throw new IllegalArgumentException("not the host's: " + device);
        };
    }

    /** Waits until all that is in the stream has ended. */
    private void drain() {
        if (stream.calls() > Math.max(drainedCalls, queue.callsEnded())) {
            queue.markNow();
            ring().await(ring().mark());
            drainedCalls = stream.calls();
        }
    }

    @Override
    protected boolean takesRows(long pitch) {
        return pitch <= maxPitch;
    }

    @Override
    protected void copyUp(long address, Long to, long at, long pitch, long rowBytes, long rows) {
        if (rows == 1) {
            submitter.copyUp(to + at, address, rowBytes);
        } else {
            submitter.copyRows(address, true, rowBytes, to + at, false, pitch, rowBytes, rows);
        }
    }

    @Override
    protected void copyDown(Long from, long at, long pitch, long address, long rowBytes, long rows) {
        if (rows == 1) {
            submitter.copyDown(address, from + at, rowBytes);
        } else {
            submitter.copyRows(from + at, false, pitch, address, true, rowBytes, rowBytes, rows);
        }
    }

    @Override
    protected void copyInDevice(
            Long from, long fromAt, long fromPitch, Long to, long toAt, long toPitch, long rowBytes, long rows) {
        if (rows == 1) {
            submitter.copyInDevice(to + toAt, from + fromAt, rowBytes);
        } else {
            submitter.copyRows(from + fromAt, false, fromPitch, to + toAt, false, toPitch, rowBytes, rows);
        }
    }

    @Override
    protected long distance(Long from, Long to) {
        return to - from;
    }

    @Override
    protected Long scratch() {
        CudaMemory memory = scratch;
        if (memory == null) {
            memory = heap.allocate(SCRATCH_BYTES);
            scratch = memory;
            submitter.begin();
        }
        return memory.address();
    }

    /** The queue has ended. */
    void close() {
        CudaMemory memory = scratch;
        if (memory != null) {
            memory.free();
        }
        ring().close();
    }
}
