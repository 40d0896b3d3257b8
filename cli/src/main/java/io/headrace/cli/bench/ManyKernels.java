package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Stream;

/** Runs many different kernels, each often enough to be compiled. */
final class ManyKernels {

    private static final int ITEMS = 16 << 10;
    private static final int TIMES = 100;

    private ManyKernels() {}

    /** Runs so many kernels that no other run has. */
    static void run(Device device, int kernels) throws InterruptedException {
        try (F32 x = device.f32(ITEMS);
                F32 y = device.f32(ITEMS);
                Stream stream = device.stream()) {
            Kernels copy = Kernels.copy();
            for (int i = 0; i < kernels; i++) {
                int kind = i % Kernels.KINDS;
                if (i > 0 && kind == 0) {
                    copy = Kernels.copy();
                }
                for (int time = 0; time < TIMES; time++) {
                    copy.launch(kind, stream, x, y);
                }
                stream.await();
            }
        }
    }
}
