package com.example.consumer;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.util.Arrays;

/** The ten lines of the README, as a project of its own. */
public final class TenLines {

    private TenLines() {}

    /** Computes y = a x + y on the device and exits with 1 if the result is wrong. */
    public static void main(String[] arguments) throws InterruptedException {
        int n = 100_000;
        float a = 3;
        float[] hostX = new float[n];
        float[] hostY = new float[n];
        Arrays.fill(hostX, 2);
        Arrays.fill(hostY, 1);
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (F32 x = device.f32(n); F32 y = device.f32(n); Stream stream = device.stream()) {
                stream.copy(hostX, x).copy(hostY, y)
                        .launch(Range.of(n), i -> y.set(i, a * x.get(i) + y.get(i)))
                        .copy(y, hostY)
                        .await();
            }
            long wrong = 0;
            for (float value : hostY) {
                wrong += value == 7 ? 0 : 1;
            }
            Module module = TenLines.class.getModule();
            System.out.println("device=" + device.id() + " module=" + module.getName() + " wrong=" + wrong);
            if (wrong > 0) {
                System.exit(1);
            }
        }
    }
}
