package io.headrace.hsa;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.HostRows;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;

/** Copies of bytes and of rows. For the queue's thread. */
final class Copies {

    /** After so many copies of single rows the thread waits for the last one. */
    private static final int MOST_ROWS_AT_ONCE = 256;

    private static final int HOST_TO_DEVICE = 1;
    private static final int DEVICE_TO_HOST = 2;
    private static final int DEVICE_TO_DEVICE = 3;

    /** What engines read rows of. */
    private static final long RECTANGLE_ALIGNMENT = 4;

    private static final long MOST_RECTANGLE = 1L << 30;

    /** Base, pitch and slice of both sides, then the offsets of both sides and the range, of three words of 32 bits each. */
    private static final long FROM = 3 * Long.BYTES;

    private static final long TO_OFFSET = 6 * Long.BYTES;
    private static final long FROM_OFFSET = TO_OFFSET + 3 * Integer.BYTES;
    private static final long RANGE = FROM_OFFSET + 3 * Integer.BYTES;
    private static final long RECTANGLE_BYTES = RANGE + 3 * Integer.BYTES;

    private final Submitter submitter;
    private final HsaDevice device;
    private final HsaContext context;
    private final HsaApi api;
    private final long hostAgent;
    private final long pieceBytes;
    private final EngineChoice engines;
    private final HostCopies hostCopies;
    private final NativeBlock rectangle = new NativeBlock(RECTANGLE_BYTES);

    Copies(Submitter submitter, HsaDevice device) {
        this.submitter = submitter;
        this.device = device;
        context = submitter.context();
        api = context.api();
        hostAgent = context.library().host().handle();
        pieceBytes = device.pieceBytes();
        engines = new EngineChoice(api, submitter.engine());
        hostCopies =
                new HostCopies(submitter, this, device.heap(), new Staging(submitter, device.pinned(), pieceBytes));
    }

    /**
     * Memory that a GPU reaches.
     *
     * @param address its address there
     * @param agent whose it is
     */
    record Place(long address, long agent) {

        Place plus(long bytes) {
            return new Place(address + bytes, agent);
        }
    }

    void copy(Command.Copy copy) {
        long bytes = copy.bytes();
        copy(copy.from(), bytes, copy.to(), bytes, bytes, 1);
    }

    void copy(Command.Copy2D copy) {
        long bytes = copy.rowBytes() * copy.rows();
        if (copy.fromPitch() == copy.rowBytes() && copy.toPitch() == copy.rowBytes()) {
            copy(copy.from(), bytes, copy.to(), bytes, bytes, 1);
        } else {
            copy(copy.from(), copy.fromPitch(), copy.to(), copy.toPitch(), copy.rowBytes(), copy.rows());
        }
    }

    private void copy(Region from, long fromPitch, Region to, long toPitch, long rowBytes, long rows) {
        if (!(from instanceof Region.Device) && !(to instanceof Region.Device)) {
            submitter.hostTakesPart();
            submitter.drain();
            HostRows.copy(
                    segment(from, (rows - 1) * fromPitch + rowBytes),
                    fromPitch,
                    segment(to, (rows - 1) * toPitch + rowBytes),
                    toPitch,
                    rowBytes,
                    rows,
                    pieceBytes);
        } else if (from instanceof Region.Host source) {
            hostCopies.copyFromHost(source.segment(), fromPitch, place(to), toPitch, rowBytes, rows);
        } else if (to instanceof Region.Host target) {
            hostCopies.copyToHost(place(from), fromPitch, target.segment(), toPitch, rowBytes, rows);
        } else {
            copy(place(from), fromPitch, place(to), toPitch, rowBytes, rows);
        }
    }

    private static MemorySegment segment(Region region, long bytes) {
        return switch (region) {
            case Region.Host host -> host.segment();
            case Region.Pinned pinned -> Words.ALL.asSlice(pinned.address(), bytes);
            case Region.Device device -> throw new IllegalStateException("not the host's: " + device);
        };
    }

    private Place place(Region region) {
        return switch (region) {
            case Region.Device side ->
                new Place(
                        side.address(),
                        side.memory() instanceof HsaMemory memory
                                ? memory.heap().context().agent().handle()
                                : context.agent().handle());
            case Region.Pinned side -> new Place(device.pins().reachPinned(side.memory(), side.offset()), hostAgent);
            case Region.Host host -> throw new IllegalStateException("out of reach: " + host);
        };
    }

    /** Copies rows between places that the GPU reaches. */
    void copy(Place from, long fromPitch, Place to, long toPitch, long rowBytes, long rows) {
        long fromEnd = from.address + (rows - 1) * fromPitch + rowBytes;
        long toEnd = to.address + (rows - 1) * toPitch + rowBytes;
        if (from.address < toEnd && to.address < fromEnd) {
            hostCopies.copyOverlapping(from, fromPitch, to, toPitch, rowBytes, rows);
        } else if (rows == 1) {
            copy(from, to, rowBytes);
        } else if (!copyRectangle(from, fromPitch, to, toPitch, rowBytes, rows)) {
            copyRows(from, fromPitch, to, toPitch, rowBytes, rows);
        }
    }

    private void copyRows(Place from, long fromPitch, Place to, long toPitch, long rowBytes, long rows) {
        for (long row = 0; row < rows; row++) {
            HsaSignal signal = copy(from.plus(row * fromPitch), to.plus(row * toPitch), rowBytes);
            if (row % MOST_ROWS_AT_ONCE == MOST_ROWS_AT_ONCE - 1) {
                submitter.await(signal);
            }
        }
    }

    /** Copies bytes between places that do not overlap. */
    HsaSignal copy(Place from, Place to, long bytes) {
        return submitter.copy(
                "copy bytes=",
                bytes,
                (count, awaited, completion) -> engines.copy(
                        to.address, to.agent, from.address, from.agent, bytes, count, awaited, completion));
    }

    /**
     * Copies rows as one operation.
     *
     * @return whether that can be; some rows ROCr copies one by one only, as all of them where there are no engines
     */
    private boolean copyRectangle(Place from, long fromPitch, Place to, long toPitch, long rowBytes, long rows) {
        if (!api.hasRectangles()
                || !fitsRectangle(from.address, fromPitch, rowBytes)
                || !fitsRectangle(to.address, toPitch, rowBytes)
                || rowBytes > MOST_RECTANGLE
                || rows > MOST_RECTANGLE) {
            return false;
        }
        side(0, TO_OFFSET, to.address, toPitch, rows);
        side(FROM, FROM_OFFSET, from.address, fromPitch, rows);
        rectangle.setInt(RANGE, (int) rowBytes);
        rectangle.setInt(RANGE + Integer.BYTES, (int) rows);
        rectangle.setInt(RANGE + 2 * Integer.BYTES, 1);
        int direction =
                from.agent == hostAgent ? HOST_TO_DEVICE : to.agent == hostAgent ? DEVICE_TO_HOST : DEVICE_TO_DEVICE;
        long at = rectangle.address();
        return submitter.tryCopy((count, awaited, completion) -> api.memoryAsyncCopyRect(
                        at,
                        at + TO_OFFSET,
                        at + FROM,
                        at + FROM_OFFSET,
                        at + RANGE,
                        context.agent().handle(),
                        direction,
                        count,
                        awaited,
                        completion))
                != null;
    }

    /** By ROCr's rules: a row ends before the next one begins, counted from where the side begins. */
    private static boolean fitsRectangle(long address, long pitch, long rowBytes) {
        return pitch % RECTANGLE_ALIGNMENT == 0 && address % RECTANGLE_ALIGNMENT + rowBytes <= pitch;
    }

    /** A side begins at a multiple of the alignment, and the rows at an offset there. */
    private void side(long base, long offset, long address, long pitch, long rows) {
        long shift = address % RECTANGLE_ALIGNMENT;
        rectangle.setLong(base, address - shift);
        rectangle.setLong(base + Long.BYTES, pitch);
        rectangle.setLong(base + 2 * Long.BYTES, pitch * rows);
        rectangle.setInt(offset, (int) shift);
        rectangle.setInt(offset + Integer.BYTES, 0);
        rectangle.setInt(offset + 2 * Integer.BYTES, 0);
    }

    /** The queue has ended. */
    void close() {
        hostCopies.close();
        rectangle.close();
        engines.close();
    }
}
