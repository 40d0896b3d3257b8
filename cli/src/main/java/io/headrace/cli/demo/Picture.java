package io.headrace.cli.demo;

/**
 * A picture in memory.
 *
 * @param width pixels in a row, at least 1
 * @param height rows, at least 1
 * @param bgr blue, green and red of each pixel, row by row: {@code 3 * width * height} bytes, not to be changed
 */
// No two pictures are ever compared.
@SuppressWarnings("ArrayRecordComponent")
record Picture(int width, int height, byte[] bgr) {

    /** How many pixels it has; an array holds a byte for each. */
    int pixels() {
        return width * height;
    }
}
