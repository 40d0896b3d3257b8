package io.headrace.cli.demo;

/**
 * A picture whose edges are to be found.
 *
 * @param picture the picture
 * @param edges where the result goes, one byte a pixel
 */
// No two jobs are ever compared.
@SuppressWarnings("ArrayRecordComponent")
record EdgeJob(Picture picture, byte[] edges) {

    /** A job with room for its result. */
    static EdgeJob of(Picture picture) {
        return new EdgeJob(picture, new byte[picture.pixels()]);
    }
}
