package io.headrace.cli.demo;

import io.headrace.U8;
import io.headrace.kernel.Kernel1D;

/**
 * The three passes of {@link SequentialEdges} as Java kernels over one tile. An item is a row: within it blur and Sobel slide
 * along, which a kernel over single pixels could not. Indices are {@code long} throughout, which lets the compiler take the
 * bounds checks of the views out of the loops.
 */
final class TileKernels {

    private TileKernels() {}

    /** Grey from blue, green and red; over the rows of the tile with its halo, {@code width} pixels each. */
    static Kernel1D grey(U8 bgr, U8 grey, long width) {
        return y -> {
            long end = (y + 1) * width;
            for (long i = y * width; i < end; i++) {
                int sum = 29 * bgr.get(3 * i) + 150 * bgr.get(3 * i + 1) + 77 * bgr.get(3 * i + 2);
                grey.set(i, (sum + 128) >> 8);
            }
        };
    }

    /** The 5x5 blur; over the rows of what must be blurred. */
    static Kernel1D blur(U8 grey, U8 blurred, Tile tile) {
        Tile.Area from = tile.grey();
        Tile.Area to = tile.blurred();
        long stride = from.width();
        long lastRow = from.height() - 1L;
        long lastColumn = stride - 1;
        long width = to.width();
        long right = to.x() - (long) from.x();
        long down = to.y() - (long) from.y();
        // The window's last column is inside for the first `inside` pixels of a row.
        long inside = Math.clamp(stride - right - 2, 0, width);
        return y -> {
            long row0 = Math.max(y + down - 2, 0) * stride;
            long row1 = Math.max(y + down - 1, 0) * stride;
            long row2 = (y + down) * stride;
            long row3 = Math.min(y + down + 1, lastRow) * stride;
            long row4 = Math.min(y + down + 2, lastRow) * stride;
            int c0 = column(grey, Math.max(right - 2, 0), row0, row1, row2, row3, row4);
            int c1 = column(grey, Math.max(right - 1, 0), row0, row1, row2, row3, row4);
            int c2 = column(grey, right, row0, row1, row2, row3, row4);
            int c3 = column(grey, Math.min(right + 1, lastColumn), row0, row1, row2, row3, row4);
            long out = y * width;
            long ahead = right + 2;
            for (long x = 0; x < inside; x++) {
                int c4 = column(grey, x + ahead, row0, row1, row2, row3, row4);
                blurred.set(out + x, (c0 + c4 + 4 * (c1 + c3) + 6 * c2 + 128) >> 8);
                c0 = c1;
                c1 = c2;
                c2 = c3;
                c3 = c4;
            }
            for (long x = inside; x < width; x++) {
                blurred.set(out + x, (c0 + c3 + 4 * (c1 + c3) + 6 * c2 + 128) >> 8);
                c0 = c1;
                c1 = c2;
                c2 = c3;
            }
        };
    }

    private static int column(U8 grey, long x, long row0, long row1, long row2, long row3, long row4) {
        return grey.get(row0 + x)
                + grey.get(row4 + x)
                + 4 * (grey.get(row1 + x) + grey.get(row3 + x))
                + 6 * grey.get(row2 + x);
    }

    /** Sobel; over the rows of the tile. */
    static Kernel1D sobel(U8 blurred, U8 edges, Tile tile) {
        Tile.Area from = tile.blurred();
        long stride = from.width();
        long lastRow = from.height() - 1L;
        long width = tile.width();
        long right = tile.x() - (long) from.x();
        long down = tile.y() - (long) from.y();
        long inside = Math.clamp(stride - right - 1, 0, width);
        return y -> {
            long above = Math.max(y + down - 1, 0) * stride;
            long row = (y + down) * stride;
            long below = Math.min(y + down + 1, lastRow) * stride;
            long left = Math.max(right - 1, 0);
            int sum0 = blurred.get(above + left) + 2 * blurred.get(row + left) + blurred.get(below + left);
            int sum1 = blurred.get(above + right) + 2 * blurred.get(row + right) + blurred.get(below + right);
            int drop0 = blurred.get(below + left) - blurred.get(above + left);
            int drop1 = blurred.get(below + right) - blurred.get(above + right);
            long out = y * width;
            long ahead = right + 1;
            for (long x = 0; x < inside; x++) {
                int top = blurred.get(above + x + ahead);
                int bottom = blurred.get(below + x + ahead);
                int sum2 = top + 2 * blurred.get(row + x + ahead) + bottom;
                int drop2 = bottom - top;
                edges.set(out + x, Math.min(255, Math.abs(sum2 - sum0) + Math.abs(drop0 + 2 * drop1 + drop2)));
                sum0 = sum1;
                sum1 = sum2;
                drop0 = drop1;
                drop1 = drop2;
            }
            for (long x = inside; x < width; x++) {
                edges.set(out + x, Math.min(255, Math.abs(sum1 - sum0) + Math.abs(drop0 + 3 * drop1)));
                sum0 = sum1;
                drop0 = drop1;
            }
        };
    }
}
