package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.LIMIT;
import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.OutOfDeviceMemoryException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static final int OUT_OF_RESOURCES = -5;
    private static final int INVALID_COMMAND_QUEUE = -36;

    private static FaultyOpenCl faulty;

    @BeforeAll
    static void build() throws Exception {
        faulty = FaultyOpenCl.build(Files.createTempDirectory(Path.of("target"), "faults"));
    }

    @Test
    void aCommandThatFailsFailsWhatWaitsForItAndNothingElse() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.drivers(faulty.driver()))) {
            Device device = opencl.device();
            try (I32 x = device.i32(1);
                    I32 y = device.i32(1);
                    Stream stream = device.stream();
                    Stream waiting = device.stream();
                    Stream other = device.stream()) {
                finish(stream.fill(x, 1)); // what is zeroed was seen to be so
                faulty.fail(0, OUT_OF_RESOURCES);
                assertThatThrownBy(() -> stream.fill(x, 2).await(LIMIT))
                        .isInstanceOfSatisfying(DeviceFailureException.class, e -> {
                            assertThat(e.code()).isEqualTo(OUT_OF_RESOURCES);
                            assertThat(e.codeName()).isEqualTo("CL_OUT_OF_RESOURCES");
                            assertThat(e.device()).isEqualTo("opencl:0");
                            assertThat(e.sticky()).isFalse();
                        });
                faulty.fail(0, OUT_OF_RESOURCES);
                stream.fill(x, 3);
                waiting.waitFor(record(device, stream)).fill(y, 3);
                assertThatThrownBy(() -> waiting.await(LIMIT)).isInstanceOf(DeviceFailureException.class);
                assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(DeviceFailureException.class);
                int[] back = new int[1];
                finish(other.copy(y, back));
                assertThat(back).containsExactly(0);
                finish(stream.fill(x, 4).copy(x, back));
                assertThat(back).containsExactly(4);
            }
        }
    }

    private static Event record(Device device, Stream stream) {
        Event event = device.event();
        stream.record(event);
        return event;
    }

    @Test
    void aDeviceThatIsLostFailsAllThatIsEnqueuedUntilItIsOpenedAgain() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.drivers(faulty.driver()))) {
            Device device = opencl.device();
            try (I32 x = device.i32(1);
                    Stream stream = device.stream();
                    Stream other = device.stream()) {
                finish(stream.fill(x, 1));
                faulty.fail(0, INVALID_COMMAND_QUEUE);
                assertThatThrownBy(() -> stream.fill(x, 2).await(LIMIT))
                        .isInstanceOfSatisfying(
                                DeviceFailureException.class,
                                e -> assertThat(e.sticky()).isTrue());
                assertThatThrownBy(() -> other.fill(x, 3).await(LIMIT)).isInstanceOf(DeviceFailureException.class);
                assertThatThrownBy(() -> device.i32(1)).isInstanceOf(DeviceFailureException.class);
            }
        }
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.drivers(faulty.driver()));
                I32 x = opencl.device().i32(1);
                Stream stream = opencl.device().stream()) {
            finish(stream.fill(x, 1));
        }
    }

    @Test
    void codesAreToldByOpenClsOwnNames() {
        assertThat(ClErrors.exception("x", "opencl:0", -4)).isInstanceOf(OutOfDeviceMemoryException.class);
        assertThat(ClErrors.exception("launch kernel=k", "opencl:0", -54))
                .isInstanceOf(DeviceFailureException.class)
                .hasMessageContainingAll("launch kernel=k", "opencl:0", "code=-54", "CL_INVALID_WORK_GROUP_SIZE");
        assertThat(ClErrors.exception("x", "opencl:0", -77)).hasMessageContaining("codeName=unknown");
    }
}
