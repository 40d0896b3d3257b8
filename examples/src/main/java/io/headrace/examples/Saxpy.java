package io.headrace.examples;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.util.Arrays;

/** The program of the README: y = a * x + y on a device, data up, one kernel, data down. */
public final class Saxpy {

    private Saxpy() {}

    /** Computes a million elements and prints the first. */
    public static void main(String[] args) throws InterruptedException {
        float[] x = new float[1_000_000];
        float[] y = new float[x.length];
        Arrays.fill(x, 3);
        Arrays.fill(y, 4);
        run(2, x, y);
        System.out.println("2 * 3 + 4 = " + y[0]);
    }

    static void run(float a, float[] hostX, float[] hostY) throws InterruptedException {
        int n = hostX.length;
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (F32 x = device.f32(n);
                    F32 y = device.f32(n);
                    Stream stream = device.stream()) {
                stream.copy(hostX, x)
                        .copy(hostY, y)
                        .launch(Range.of(n), i -> y.set(i, a * x.get(i) + y.get(i)))
                        .copy(y, hostY)
                        .await();
            }
        }
    }
}
