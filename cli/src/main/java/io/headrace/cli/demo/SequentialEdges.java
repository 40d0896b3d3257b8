package io.headrace.cli.demo;

/**
 * The plain computation that the demo is measured against and checked with: one thread, whole pictures, arrays.
 *
 * <p>Three passes: grey (the luma weights of ITU-R BT.601 in 256ths), a 5x5 Gaussian blur (the binomial weights 1 4 6 4 1 in
 * both directions, in 256ths), and the Sobel operator's |gx| + |gy|, at most 255. All in whole numbers, rounded once a pass;
 * beyond the picture's border its outermost pixels go on. Blur and Sobel slide along each row and keep the sums of the
 * columns they have seen, so that a pixel costs five loads in one and three in the other. Each row is a call of its own,
 * which the compiler turns out better than loops in loops. The {@link TileKernels kernels} do the same arithmetic in the same
 * way, those in CUDA C and OpenCL C the same arithmetic a pixel at a time. Not safe for use from several threads.
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
        grey(picture.bgr(), grey, picture.width(), picture.height());
        blur(grey, blurred, picture.width(), picture.height());
        sobel(blurred, job.edges(), picture.width(), picture.height());
    }

    private static void grey(byte[] bgr, byte[] grey, int width, int height) {
        for (int y = 0; y < height; y++) {
            greyRow(bgr, grey, y * width, width);
        }
    }

    private static void greyRow(byte[] bgr, byte[] grey, int row, int width) {
        for (int x = 0, from = 3 * row; x < width; x++, from += 3) {
            int sum = 29 * (bgr[from] & 255) + 150 * (bgr[from + 1] & 255) + 77 * (bgr[from + 2] & 255);
            grey[row + x] = (byte) ((sum + 128) >> 8);
        }
    }

    private static void blur(byte[] grey, byte[] blurred, int width, int height) {
        for (int y = 0; y < height; y++) {
            int row0 = Math.max(y - 2, 0) * width;
            int row1 = Math.max(y - 1, 0) * width;
            int row3 = Math.min(y + 1, height - 1) * width;
            int row4 = Math.min(y + 2, height - 1) * width;
            blurRow(grey, blurred, width, row0, row1, y * width, row3, row4);
        }
    }

    private static void blurRow(
            byte[] grey, byte[] blurred, int width, int row0, int row1, int row2, int row3, int row4) {
        int c2 = column(grey, 0, row0, row1, row2, row3, row4);
        int c0 = c2;
        int c1 = c2;
        int c3 = column(grey, Math.min(1, width - 1), row0, row1, row2, row3, row4);
        for (int x = 2; x < width; x++) {
            int c4 = column(grey, x, row0, row1, row2, row3, row4);
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

    private static int column(byte[] grey, int x, int row0, int row1, int row2, int row3, int row4) {
        return (grey[row0 + x] & 255)
                + (grey[row4 + x] & 255)
                + 4 * ((grey[row1 + x] & 255) + (grey[row3 + x] & 255))
                + 6 * (grey[row2 + x] & 255);
    }

    private static void sobel(byte[] blurred, byte[] edges, int width, int height) {
        for (int y = 0; y < height; y++) {
            int above = Math.max(y - 1, 0) * width;
            int below = Math.min(y + 1, height - 1) * width;
            sobelRow(blurred, edges, width, above, y * width, below);
        }
    }

    private static void sobelRow(byte[] blurred, byte[] edges, int width, int above, int row, int below) {
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
