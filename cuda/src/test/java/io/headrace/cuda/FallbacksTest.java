package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.cuda.standin.StandIn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an older driver lacks costs one feature. */
class FallbacksTest {

    @AfterEach
    void putBack() {
        StandIn.get().configure("memory-operations", 1);
        StandIn.get().configure("pools", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory-operations", "pools"})
    void allIsDoneInOtherWays(String lacking) throws Exception {
        StandIn.get().configure(lacking, 0);
        try (Gpu gpu = new Gpu()) {
            Device device = gpu.device();
            int[] back = new int[10_000];
            try (Stream first = device.stream();
                    Stream second = device.stream()) {
                Event event = device.event();
                for (int round = 0; round < 20; round++) {
                    try (I32 x = device.i32(10_000)) {
                        first.fill(x, round).record(event);
                        second.waitFor(event).copy(x, back);
                    }
                    Gpu.finish(second);
                    assertThat(back).containsOnly(round);
                    first.whenDone().get();
                }
                for (int i = 0; i < 2_000; i++) {
                    try (I32 x = device.i32(1)) {
                        first.fill(x, i);
                    }
                }
                Gpu.finish(first);
            }
            if (lacking.equals("pools")) {
                assertThat(gpu.standIn().calls("cuMemAllocFromPoolAsync")).isZero();
                Gpu.eventually("all is freed", () -> gpu.standIn().live("allocation") == 0);
            } else {
                assertThat(gpu.standIn().calls("cuStreamWriteValue64")).isZero();
            }
        }
    }
}
