package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.cuda.standin.StandIn;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorsTest {

    @ParameterizedTest
    @CsvSource({"700, CUDA_ERROR_ILLEGAL_ADDRESS", "719, CUDA_ERROR_LAUNCH_FAILED", "214, CUDA_ERROR_ECC_UNCORRECTABLE"
    })
    void aStickyErrorFailsAllThatIsInFlightAndAllThatComes(int code, String name) throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device device = gpu.device();
            try (I32 x = device.i32(16);
                    Stream first = device.stream();
                    Stream second = device.stream()) {
                Gpu.finish(first.fill(x, 1));
                gpu.standIn().hold();
                first.fill(x, 2);
                second.fill(x, 3);
                gpu.standIn().failOperation(1, code);
                gpu.standIn().release();
                assertThatThrownBy(() -> first.await(Gpu.LIMIT))
                        .isInstanceOfSatisfying(DeviceFailureException.class, failure -> {
                            assertThat(failure.code()).isEqualTo(code);
                            assertThat(failure.codeName()).isEqualTo(name);
                            assertThat(failure.device()).isEqualTo("cuda:0");
                            assertThat(failure.sticky()).isTrue();
                        });
                assertThatThrownBy(() -> second.await(Gpu.LIMIT)).isInstanceOf(DeviceFailureException.class);
                assertThatThrownBy(() -> device.i32(1)).isInstanceOf(DeviceFailureException.class);
                assertThatThrownBy(() -> {
                            first.fill(x, 4);
                            first.await(Gpu.LIMIT);
                        })
                        .isInstanceOf(DeviceFailureException.class)
                        .hasMessageContaining(name);
            }
            Device other = gpu.device(1);
            try (I32 x = other.i32(4);
                    Stream stream = other.stream()) {
                Gpu.finish(stream.fill(x, 1));
            }
        } catch (HeadraceException closing) {
            assertThat(closing).hasMessageContaining(name);
        }
        try (Gpu again = new Gpu();
                I32 x = again.device().i32(4);
                Stream stream = again.device().stream()) {
            Gpu.finish(stream.fill(x, 1));
        }
    }

    @Test
    void anErrorOfOneCallFailsItsStreamAndNoOther() throws InterruptedException {
        try (Gpu gpu = new Gpu();
                I32 x = gpu.device().i32(16);
                Stream bad = gpu.device().stream();
                Stream good = gpu.device().stream()) {
            Gpu.finish(bad.fill(x, 1));
            gpu.standIn().failCall("cuMemsetD32Async", 1, 1, 1);
            bad.fill(x, 0x01020304).fill(x, 5);
            assertThatThrownBy(() -> bad.await(Gpu.LIMIT))
                    .isInstanceOf(DeviceFailureException.class)
                    .hasMessageContainingAll("fill", "CUDA_ERROR_INVALID_VALUE", "code=1", "sticky=false");
            int[] back = new int[16];
            Gpu.finish(good.copy(x, back));
            assertThat(back).containsOnly(1);
            Gpu.finish(bad.fill(x, 6));
        }
    }

    @Test
    void outOfMemoryLeavesTheDeviceUsable() throws InterruptedException {
        try (Gpu gpu = new Gpu()) {
            Device device = gpu.device();
            long total = device.info().memoryBytes();
            assertThatThrownBy(() -> device.buffer(total + 1))
                    .isInstanceOf(OutOfDeviceMemoryException.class)
                    .hasMessageContainingAll("cuda:0", "bytes=" + (total + 1));
            try (var most = device.buffer(total / 4 * 3)) {
                assertThatThrownBy(() -> device.buffer(total / 2)).isInstanceOf(OutOfDeviceMemoryException.class);
                assertThat(most.isClosed()).isFalse();
            }
            try (I32 x = device.i32(4);
                    Stream stream = device.stream()) {
                Gpu.finish(stream.fill(x, 1));
            }
        }
    }

    @Test
    void nothingIsLeftBehindByACloseOfTheRuntime() throws InterruptedException {
        long streams;
        long events;
        try (Gpu gpu = new Gpu()) {
            gpu.device();
        }
        Gpu.eventually(
                "the streams of the runtime before are gone",
                () -> StandIn.get().live("stream") == 0);
        // Every copy by an engine, so that those have streams too.
        try (Gpu gpu = new Gpu(options -> options.with(Knob.COPY_THRESHOLD, 0))) {
            streams = gpu.standIn().live("stream");
            events = gpu.standIn().live("event");
            int[] back = new int[1_000];
            try (Stream stream = gpu.device().stream()) {
                I32 forgotten = gpu.device().i32(1_000);
                gpu.device().hostBuffer(1_000);
                Gpu.finish(stream.fill(forgotten, 3).copy(forgotten, back));
            }
            assertThat(gpu.standIn().live("stream")).isGreaterThan(streams);
        }
        StandIn standIn = StandIn.get();
        for (String kind : new String[] {"allocation", "host-allocation", "registration", "module", "stream"}) {
            Gpu.eventually("no " + kind + " is left", () -> standIn.live(kind) == 0);
        }
        assertThat(standIn.live("event")).isLessThanOrEqualTo(events + 8);
    }
}
