package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.cuda.standin.StandIn;
import org.junit.jupiter.api.Test;

/** Copies between two devices. */
class PeersTest {

    private static final int LENGTH = 300_000;

    @Test
    void aCopyToAPeerIsOneOfTheDevicesAndSoIsOneFromIt() throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device first = gpu.device(0);
            Device second = gpu.device(1);
            assertThat(first.peers()).containsExactly(second);
            try (I32 here = first.i32(LENGTH);
                    I32 there = second.i32(LENGTH);
                    I32 back = first.i32(LENGTH);
                    Stream stream = first.stream()) {
                Gpu.finish(stream.fill(here, 7));
                long before = gpu.standIn().calls("cuMemcpyDtoDAsync");
                Gpu.finish(stream.copy(here, there).copy(there, back));
                assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync") - before).isEqualTo(2);
                assertThat(gpu.standIn().calls("cuMemcpyDtoHAsync")).isZero();
                int[] values = new int[LENGTH];
                Gpu.finish(stream.copy(back, values));
                assertThat(values).containsOnly(7);
            }
        }
    }

    @Test
    void accessIsSwitchedOnWithTheFirstCopyAndForThatPairOnly() throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device first = gpu.device(0);
            Device second = gpu.device(1);
            try (I32 here = first.i32(LENGTH);
                    I32 there = second.i32(LENGTH);
                    Stream stream = first.stream(StreamOptions.defaults().withExclusiveQueue())) {
                assertThat(access(gpu)).isZero();
                for (int i = 0; i < 3; i++) {
                    Gpu.finish(stream.copy(here, there));
                }
                assertThat(access(gpu)).isEqualTo(1);
            }
        }
    }

    @Test
    void newMemoryOfAPeerIsZeroedBeforeItIsCopied() throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device first = gpu.device(0);
            Device second = gpu.device(1);
            try (I32 here = first.i32(1_000);
                    Stream stream = first.stream()) {
                for (int round = 0; round < 50; round++) {
                    try (I32 there = second.i32(1_000)) {
                        int[] back = new int[1_000];
                        Gpu.finish(stream.fill(here, 7).copy(there, here).copy(here, back));
                        assertThat(back).as("round=" + round).containsOnly(0);
                    }
                }
            }
        }
    }

    @Test
    void aRecordedCopyBetweenDevicesIsReplayed() throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device first = gpu.device(0);
            Device second = gpu.device(1);
            try (I32 here = first.i32(1_000);
                    I32 there = second.i32(1_000);
                    I32 back = first.i32(1_000);
                    Stream stream = first.stream()) {
                Recording recording = first.record(
                        recorder -> recorder.fill(here, 3).copy(here, there).copy(there, back));
                int[] values = new int[1_000];
                Gpu.finish(stream.replay(recording).copy(back, values));
                assertThat(values).containsOnly(3);
            }
        }
    }

    @Test
    void devicesThatDoNotReachEachOtherCopyByWayOfTheHost() throws InterruptedException {
        StandIn.get().calm();
        StandIn.get().configure("peers", 0);
        try (Gpu gpu = new Gpu()) {
            Device first = gpu.device(0);
            Device second = gpu.device(1);
            assertThat(first.peers()).isEmpty();
            try (I32 here = first.i32(LENGTH);
                    I32 there = second.i32(LENGTH);
                    Stream up = first.stream();
                    Stream down = second.stream()) {
                Gpu.finish(up.fill(here, 7).copy(here, there));
                int[] values = new int[LENGTH];
                Gpu.finish(down.copy(there, values));
                assertThat(values).containsOnly(7);
                assertThat(access(gpu)).isZero();
            }
        } finally {
            StandIn.get().configure("peers", 1);
        }
    }

    private static long access(Gpu gpu) {
        return gpu.standIn().calls("cuMemPoolSetAccess") + gpu.standIn().calls("cuCtxEnablePeerAccess");
    }
}
