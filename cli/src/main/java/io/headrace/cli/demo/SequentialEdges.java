package io.headrace.cli.demo;

/**
 * The plain computation that the demo is measured against and checked with: one thread, whole pictures, arrays.
 *
 * <p>Three passes: grey (the luma weights of ITU-R BT.601 in 256ths), a 5x5 Gaussian blur (the binomial weights 1 4 6 4 1 in
 * both directions, in 256ths), and the Sobel operator's |gx| + |gy|, at most 255. All in whole numbers, rounded once a pass;
 * beyond the picture's border its outermost pixels go on. Blur and Sobel slide along each row and keep the sums of the
 * columns they have seen, so that a pixel costs five loads in one and three in the other. The {@link TileKernels kernels} do
 * the same arithmetic in the same way. Not safe for use from several threads.
 */
final class SequentialEdges {

    // Kept from picture to picture: allocating them anew would be timed too.
    private byte[] grey = {};
    private byte[] blurred = {};

    /** Finds the edges of a picture. */
    void compute(EdgeJob job) {
        Picture picture = job.picture();
        if (grey.length < picture.pixels()) {
            grey = new byte[picture.pixels()];
            blurred = new byte[picture.pixels()];
        }
        grey(picture.bgr(), grey, picture.pixels());
        blur(grey, blurred, picture.width(), picture.height());
        sobel(blurred, job.edges(), picture.width(), picture.height());
    }

    private static void grey(byte[] bgr, byte[] grey, int pixels) {
        for (int i = 0, from = 0; i < pixels; i++, from += 3) {
            int sum = 29 * (bgr[from] & 255) + 150 * (bgr[from + 1] & 255) + 77 * (bgr[from + 2] & 255);
            grey[i] = (byte) ((sum + 128) >> 8);
        }
    }

    private static void blur(byte[] grey, byte[] blurred, int width, int height) {
        for (int y = 0; y < height; y++) {
            int row0 = Math.max(y - 2, 0) * width;
            int row1 = Math.max(y - 1, 0) * width;
            int row2 = y * width;
            int row3 = Math.min(y + 1, height - 1) * width;
            int row4 = Math.min(y + 2, height - 1) * width;
            int second = Math.min(1, width - 1);
            int c2 = column(grey, row0, row1, row2, row3, row4);
            int c0 = c2;
            int c1 = c2;
            int c3 = column(grey, row0 + second, row1 + second, row2 + second, row3 + second, row4 + second);
            for (int x = 2; x < width; x++) {
                int c4 = column(grey, row0 + x, row1 + x, row2 + x, row3 + x, row4 + x);
                blurred[row2 + x - 2] = (byte) ((c0 + c4 + 4 * (c1 + c3) + 6 * c2 + 128) >> 8);
                c0 = c1;
                c1 = c2;
                c2 = c3;
                c3 = c4;
            }
            for (int x = Math.max(width - 2, 0); x < width; x++) {
                blurred[row2 + x] = (byte) ((c0 + c3 + 4 * (c1 + c3) + 6 * c2 + 128) >> 8);
                c0 = c1;
                c1 = c2;
                c2 = c3;
            }
        }
    }

    private static int column(byte[] grey, int i0, int i1, int i2, int i3, int i4) {
        return (grey[i0] & 255) + (grey[i4] & 255) + 4 * ((grey[i1] & 255) + (grey[i3] & 255)) + 6 * (grey[i2] & 255);
    }

    private static void sobel(byte[] blurred, byte[] edges, int width, int height) {
        for (int y = 0; y < height; y++) {
            int above = Math.max(y - 1, 0) * width;
            int row = y * width;
            int below = Math.min(y + 1, height - 1) * width;
            int top = blurred[above] & 255;
            int bottom = blurred[below] & 255;
            int sum1 = top + 2 * (blurred[row] & 255) + bottom;
            int sum0 = sum1;
            int drop1 = bottom - top;
            int drop0 = drop1;
            for (int x = 1; x < width; x++) {
                top = blurred[above + x] & 255;
                bottom = blurred[below + x] & 255;
                int sum2 = top + 2 * (blurred[row + x] & 255) + bottom;
                int drop2 = bottom - top;
                edges[row + x - 1] = (byte) Math.min(255, Math.abs(sum2 - sum0) + Math.abs(drop0 + 2 * drop1 + drop2));
                sum0 = sum1;
                sum1 = sum2;
                drop0 = drop1;
                drop1 = drop2;
            }
            edges[row + width - 1] = (byte) Math.min(255, Math.abs(sum1 - sum0) + Math.abs(drop0 + 3 * drop1));
        }
    }
}
