package io.headrace.cuda;

import io.headrace.memory.Words;
import io.headrace.spi.HostRows;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Copies that need a queue's thread: of host memory whose life the library does not control, which is moved by ordinary Java copies
 * through {@link Staging}, so that a closed arena is an exception; within host memory; and between parts of device memory that overlap,
 * by way of other device memory. Confined to the thread.
 */
final class HostCopies {

    /** The size of the device memory through which overlapping copies go. */
    private static final long SCRATCH_BYTES = 4L << 20;

    private final CudaQueue queue;
    private final Submitter submitter;
    private final QueueStream stream;
    private final Staging staging;
    private final DeviceHeap heap;
    private final long pieceBytes;
    private final long maxPitch;
    private @Nullable CudaMemory scratch;

    /** How many calls were in the stream when it was last empty. */
    private long drainedCalls;

    HostCopies(CudaQueue queue, Staging staging, DeviceHeap heap, long maxPitch) {
        this.queue = queue;
        this.submitter = queue.submitter();
        this.stream = queue.stream();
        this.staging = staging;
        this.heap = heap;
        this.pieceBytes = staging.pieceBytes();
        this.maxPitch = maxPitch;
    }

    /** A part of a piece that is on its way down. */
    private record Down(long number, long address, long at, long bytes) {}

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
                copyInDevice(source.address(), fromPitch, target.address(), toPitch, rowBytes, rows);
                return false;
            }
            download(source.address(), fromPitch, segment(to, toSpan), toPitch, rowBytes, rows);
            return true;
        }
        if (to instanceof Region.Device target) {
            upload(segment(from, fromSpan), fromPitch, target.address(), toPitch, rowBytes, rows);
            return false;
        }
        drain();
        HostRows.copy(segment(from, fromSpan), fromPitch, segment(to, toSpan), toPitch, rowBytes, rows, pieceBytes);
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
            staging.await(staging.mark());
            drainedCalls = stream.calls();
        }
    }

    private void upload(MemorySegment from, long fromPitch, long to, long toPitch, long rowBytes, long rows) {
        if (submitter.lastHostWrite() > queue.callsEnded()) {
            drain(); // what is to be read may be about to be written
        }
        if (rows > 1 && rowBytes <= pieceBytes && toPitch <= maxPitch) {
            long most = Math.max(1, pieceBytes / rowBytes);
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                long address = staging.take(count * rowBytes);
                for (long i = 0; i < count; i++) {
                    MemorySegment.copy(from, (row + i) * fromPitch, Words.ALL, address + i * rowBytes, rowBytes);
                }
                submitter.copyRows(address, true, rowBytes, to + row * toPitch, false, toPitch, rowBytes, count);
                staging.mark();
            }
            return;
        }
        for (long row = 0; row < rows; row++) {
            for (long done = 0; done < rowBytes; done += pieceBytes) {
                long bytes = Math.min(pieceBytes, rowBytes - done);
                long address = staging.take(bytes);
                MemorySegment.copy(from, row * fromPitch + done, Words.ALL, address, bytes);
                submitter.copyUp(to + row * toPitch + done, address, bytes);
                staging.mark();
            }
        }
    }

    private void download(long from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        queue.markNow();
        ArrayDeque<Down> coming = new ArrayDeque<>(2);
        if (rows > 1 && rowBytes <= pieceBytes && fromPitch <= maxPitch) {
            long most = Math.max(1, pieceBytes / rowBytes);
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                if (coming.size() == 2) {
                    land(coming.remove(), to, toPitch, rowBytes);
                }
                long address = staging.take(count * rowBytes);
                submitter.copyRows(from + row * fromPitch, false, fromPitch, address, true, rowBytes, rowBytes, count);
                coming.add(new Down(staging.mark(), address, row * toPitch, count * rowBytes));
            }
        } else {
            for (long row = 0; row < rows; row++) {
                for (long done = 0; done < rowBytes; done += pieceBytes) {
                    long bytes = Math.min(pieceBytes, rowBytes - done);
                    if (coming.size() == 2) {
                        land(coming.remove(), to, toPitch, rowBytes);
                    }
                    long address = staging.take(bytes);
                    submitter.copyDown(address, from + row * fromPitch + done, bytes);
                    coming.add(new Down(staging.mark(), address, row * toPitch + done, bytes));
                }
            }
        }
        while (!coming.isEmpty()) {
            land(coming.remove(), to, toPitch, rowBytes);
        }
        drainedCalls = stream.calls();
    }

    /** Waits for a piece and copies it to where it belongs: a part of one row, or whole rows. */
    private void land(Down piece, MemorySegment to, long toPitch, long rowBytes) {
        staging.await(piece.number);
        if (piece.bytes <= rowBytes) {
            MemorySegment.copy(Words.ALL, piece.address, to, piece.at, piece.bytes);
            return;
        }
        for (long row = 0; row < piece.bytes / rowBytes; row++) {
            MemorySegment.copy(Words.ALL, piece.address + row * rowBytes, to, piece.at + row * toPitch, rowBytes);
        }
    }

    /** The same order of rows as in {@link HostRows}, each by way of other memory. */
    private void copyInDevice(long from, long fromPitch, long to, long toPitch, long rowBytes, long rows) {
        long through = scratch();
        if (rowBytes * rows <= SCRATCH_BYTES && Math.max(fromPitch, toPitch) <= maxPitch) {
            submitter.copyRows(from, false, fromPitch, through, false, rowBytes, rowBytes, rows);
            submitter.copyRows(through, false, rowBytes, to, false, toPitch, rowBytes, rows);
            return;
        }
        long shift = to - from;
        long spread = toPitch - fromPitch;
        for (long row = 0; row < rows; row++) {
            if (shift + row * spread < 0) {
                copyRow(from + row * fromPitch, to + row * toPitch, rowBytes, through);
            }
        }
        for (long row = rows - 1; row >= 0; row--) {
            if (shift + row * spread >= 0) {
                copyRow(from + row * fromPitch, to + row * toPitch, rowBytes, through);
            }
        }
    }

    private void copyRow(long from, long to, long bytes, long through) {
        for (long done = 0; done < bytes; done += SCRATCH_BYTES) {
            long size = Math.min(SCRATCH_BYTES, bytes - done);
            long offset = to > from ? bytes - done - size : done;
            submitter.copyInDevice(through, from + offset, size);
            submitter.copyInDevice(to + offset, through, size);
        }
    }

    private long scratch() {
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
        staging.close();
    }
}
