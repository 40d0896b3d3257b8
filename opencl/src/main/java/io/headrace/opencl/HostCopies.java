package io.headrace.opencl;

import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Copies for which the queue's thread waits: of host memory whose life the library does not control, which is moved by ordinary Java
 * copies through {@link Staging}, so that a closed arena is an exception; and within a buffer, by way of another one. Confined to the thread.
 */
final class HostCopies {

    /** The size of the device memory through which overlapping copies go. */
    private static final long SCRATCH_BYTES = 4L << 20;

    private final ClCommands commands;
    private final Staging staging;
    private final ClLoop loop;
    private final ClHeap heap;
    private final long pieceBytes;
    private @Nullable ClMemory scratch;

    HostCopies(ClCommands commands, Staging staging, ClLoop loop, ClHeap heap) {
        this.commands = commands;
        this.staging = staging;
        this.loop = loop;
        this.heap = heap;
        this.pieceBytes = staging.pieceBytes();
    }

    /** A part of a piece that is on its way down. */
    private record Down(long number, long address, long at, long bytes) {}

    /** Waits until all that is in the command queue has ended. */
    void drain() {
        if (commands.isBusy()) {
            commands.mark();
            loop.await(commands.lastEvent());
            commands.drained();
        }
    }

    void upload(MemorySegment from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        commands.hostTakesPart();
        if (commands.mayWriteHost()) {
            drain(); // what is to be read may be about to be written
        }
        if (rows > 1 && rowBytes <= pieceBytes) {
            long most = pieceBytes / rowBytes;
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                long address = staging.take(count * rowBytes);
                for (long i = 0; i < count; i++) {
                    MemorySegment.copy(from, (row + i) * fromPitch, Words.ALL, address + i * rowBytes, rowBytes);
                }
                commands.copyUp(address, rowBytes, moved(to, row * toPitch), toPitch, rowBytes, count);
                staging.mark();
            }
            return;
        }
        for (long row = 0; row < rows; row++) {
            for (long done = 0; done < rowBytes; done += pieceBytes) {
                long bytes = Math.min(pieceBytes, rowBytes - done);
                long address = staging.take(bytes);
                MemorySegment.copy(from, row * fromPitch + done, Words.ALL, address, bytes);
                commands.copyUp(address, bytes, moved(to, row * toPitch + done), bytes, bytes, 1);
                staging.mark();
            }
        }
    }

    void download(Place.InDevice from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        commands.hostTakesPart();
        ArrayDeque<Down> coming = new ArrayDeque<>(2);
        if (rows > 1 && rowBytes <= pieceBytes) {
            long most = pieceBytes / rowBytes;
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                if (coming.size() == 2) {
                    land(coming.remove(), to, toPitch, rowBytes);
                }
                long address = staging.take(count * rowBytes);
                commands.copyDown(moved(from, row * fromPitch), fromPitch, address, rowBytes, rowBytes, count);
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
                    commands.copyDown(moved(from, row * fromPitch + done), bytes, address, bytes, bytes, 1);
                    coming.add(new Down(staging.mark(), address, row * toPitch + done, bytes));
                }
            }
        }
        while (!coming.isEmpty()) {
            land(coming.remove(), to, toPitch, rowBytes);
        }
        commands.drained();
    }

    private static Place.InDevice moved(Place.InDevice place, long bytes) {
        return new Place.InDevice(place.block(), place.offset() + bytes);
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

    /**
     * Copies rows within a buffer, which OpenCL does in one command only if they do not overlap by its own rules, which are not those of
     * bytes. The same order of rows as in {@link io.headrace.spi.HostRows}, each by way of other memory.
     */
    void copyByWay(Place.InDevice from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        Place.InDevice through = scratch();
        if (rowBytes * rows <= SCRATCH_BYTES) {
            commands.copyInDevice(from, fromPitch, through, rowBytes, rowBytes, rows);
            commands.copyInDevice(through, rowBytes, to, toPitch, rowBytes, rows);
            return;
        }
        long shift = to.offset() - from.offset();
        long spread = toPitch - fromPitch;
        for (long row = 0; row < rows; row++) {
            if (shift + row * spread < 0) {
                copyRow(moved(from, row * fromPitch), moved(to, row * toPitch), rowBytes, through);
            }
        }
        for (long row = rows - 1; row >= 0; row--) {
            if (shift + row * spread >= 0) {
                copyRow(moved(from, row * fromPitch), moved(to, row * toPitch), rowBytes, through);
            }
        }
    }

    private void copyRow(Place.InDevice from, Place.InDevice to, long bytes, Place.InDevice through) {
        for (long done = 0; done < bytes; done += SCRATCH_BYTES) {
            long size = Math.min(SCRATCH_BYTES, bytes - done);
            long offset = to.offset() > from.offset() ? bytes - done - size : done;
            commands.copyInDevice(moved(from, offset), size, through, size, size, 1);
            commands.copyInDevice(through, size, moved(to, offset), size, size, 1);
        }
    }

    private Place.InDevice scratch() {
        ClMemory memory = scratch;
        if (memory == null) {
            memory = heap.allocate(SCRATCH_BYTES);
            scratch = memory;
            commands.awaitZeroing();
        }
        return new Place.InDevice(memory, 0);
    }

    /** The queue has ended. */
    void close() {
        if (scratch != null) {
            scratch.free();
        }
        staging.close();
    }
}
