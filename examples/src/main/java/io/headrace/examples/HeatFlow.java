package io.headrace.examples;

import io.headrace.Device;
import io.headrace.F64;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Range;
import java.util.Arrays;

/**
 * Heat that spreads over a plate: a 5-point stencil over time steps. Each step reads one buffer and writes the other, and the
 * next one the other way round. All steps are enqueued at once, on one stream, which keeps their order; nothing waits in
 * between.
 */
public final class HeatFlow {

    private HeatFlow() {}

    /** Computes 200 steps on a plate of 300 x 200 and compares the result with plain Java's. */
    public static void main(String[] args) throws InterruptedException {
        double[] plate = hotCorner(300, 200);
        boolean same = Arrays.equals(after(200, plate, 300), afterInPlainJava(200, plate, 300));
        System.out.println("heat flow: same as in plain Java = " + same);
    }

    static double[] hotCorner(int width, int height) {
        double[] plate = new double[width * height];
        for (int y = 0; y < height / 3; y++) {
            Arrays.fill(plate, y * width, y * width + width / 3, 100);
        }
        return plate;
    }

    static double[] after(int steps, double[] plate, int width) throws InterruptedException {
        double[] result = new double[plate.length];
        Range cells = Range.of(width, plate.length / width);
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (F64 even = device.f64(plate.length);
                    F64 odd = device.f64(plate.length);
                    Stream stream = device.stream()) {
                stream.copy(plate, even);
                for (int step = 0; step < steps; step++) {
                    stream.launch(cells, step % 2 == 0 ? step(even, odd, cells) : step(odd, even, cells));
                }
                stream.copy(steps % 2 == 0 ? even : odd, result).await();
            }
        }
        return result;
    }

    /** A step of all cells. Beyond the edges it is as warm as at them. */
    private static Kernel2D step(F64 from, F64 to, Range cells) {
        long width = cells.x();
        long height = cells.y();
        return (x, y) -> {
            long at = y * width + x;
            double here = from.get(at);
            double left = x > 0 ? from.get(at - 1) : here;
            double right = x < width - 1 ? from.get(at + 1) : here;
            double above = y > 0 ? from.get(at - width) : here;
            double below = y < height - 1 ? from.get(at + width) : here;
            to.set(at, flow(here, left, right, above, below));
        };
    }

    private static double flow(double here, double left, double right, double above, double below) {
        return here + 0.2 * (left + right + above + below - 4 * here);
    }

    static double[] afterInPlainJava(int steps, double[] plate, int width) {
        int height = plate.length / width;
        double[] from = plate.clone();
        double[] to = new double[plate.length];
        for (int step = 0; step < steps; step++) {
            for (int at = 0; at < plate.length; at++) {
                int x = at % width;
                int y = at / width;
                double here = from[at];
                to[at] = flow(
                        here,
                        x > 0 ? from[at - 1] : here,
                        x < width - 1 ? from[at + 1] : here,
                        y > 0 ? from[at - width] : here,
                        y < height - 1 ? from[at + width] : here);
            }
            double[] written = to;
            to = from;
            from = written;
        }
        return from;
    }
}
