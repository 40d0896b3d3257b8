package io.headrace;

import io.headrace.spi.Command;
import io.headrace.spi.Region;

/**
 * The rows that a copy in two dimensions moves.
 *
 * @param bytes bytes in a row
 * @param count how many rows
 */
record Rows(long bytes, long count) {

    Rows {
        if (bytes < 0 || count < 0) {
            throw new IllegalArgumentException(
                    "a copy's rows must not be negative: rowBytes=" + bytes + " rows=" + count);
        }
    }

    boolean isEmpty() {
        return bytes == 0 || count == 0;
    }

    /** All rows without what is between them. They fit in memory, so this cannot overflow. */
    long packedBytes() {
        return bytes * count;
    }

    /** From the first row's beginning to the last row's end. */
    long span(long pitch) {
        return (count - 1) * pitch + bytes;
    }

    /** Whether no byte is between the rows. */
    boolean isPacked(long pitch) {
        return pitch == bytes || count == 1;
    }

    /**
     * Checks that the rows lie in one side of a copy.
     *
     * @param side what to call it
     * @param sideBytes its size
     * @throws IllegalArgumentException if rows would overlap each other
     * @throws IndexOutOfBoundsException if the last row ends outside
     */
    Rows checkIn(String side, long sideBytes, long pitch) {
        if (pitch < bytes) {
            throw new IllegalArgumentException("a pitch must be at least the bytes of a row: " + side + "Pitch=" + pitch
                    + " rowBytes=" + bytes + " rows=" + count);
        }
        if (!isEmpty() && (sideBytes < bytes || count - 1 > (sideBytes - bytes) / pitch)) {
            throw new IndexOutOfBoundsException("the rows reach outside the copy's " + side + ": " + side + "Bytes="
                    + sideBytes + " " + side + "Pitch=" + pitch + " rowBytes=" + bytes + " rows=" + count
                    + "; they need (rows - 1) * pitch + rowBytes");
        }
        return this;
    }

    /** The command that copies the rows; the simpler one if no byte is between them. */
    Command copy(Region from, long fromPitch, Region to, long toPitch) {
        return isPacked(fromPitch) && isPacked(toPitch)
                ? new Command.Copy(from, to, packedBytes())
                : new Command.Copy2D(from, fromPitch, to, toPitch, bytes, count);
    }
}
