package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KnobTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NUM_QUEUES          | 4        | 1-128
                    QUEUE_SIZE          | 512      | 4-65536 packets, a power of two
                    QUEUE_BUSY_TRACKING | true     | "true|yes|on|1 or false|no|off|0"
                    STREAM_BUSYWAIT     | 50       | 0-10000000 us
                    MAX_PENDING         | 65536    | 1-2147483647 operations
                    CLOSE_TIMEOUT       | 10       | 0-3600 s
                    TEAMS_PER_CU        | 4        | 1-65536 groups
                    MAX_ASYNC_COPY_BYTES| 1048576  | 4096-1099511627776 bytes
                    MAX_STAGED_BYTES    | 67108864 | 0-1099511627776 bytes
                    COPY_THRESHOLD      | 1048576  | 0-1099511627776 bytes
                    COPY_SPLIT_BYTES    | 0        | 0-1099511627776 bytes
                    COPY_SPLIT_SINGLE   | false    | "true|yes|on|1 or false|no|off|0"
                    NUM_INITIAL_SIGNALS | 64       | 0-1048576 signals
                    TRACE_RECORDS       | 131072   | 64-16777216 records, a power of two
                    DEVICE              | ""       | driver:index such as host:0, or empty for the best usable device
                    EXCLUDED_ENGINES    | ""       | numbers 0-63 separated by commas, or empty
                    CUDA_LIBRARY        | ""       | file name or path, or empty for the usual ones
                    NVRTC_LIBRARY       | ""       | file name or path, or empty for the usual ones
                    OPENCL_LIBRARY      | ""       | file name or path, or empty for the usual ones
                    HSA_LIBRARY         | ""       | file name or path, or empty for the usual ones
                    PROGRAM_CACHE       | true     | "true|yes|on|1 or false|no|off|0"
                    """)
    void hasItsDefaultAndRange(Knob knob, String defaultValue, String range) {
        assertThat(knob.defaultValue()).isEqualTo(defaultValue);
        assertThat(knob.range()).isEqualTo(range);
    }

    @Test
    void namesAreMadeFromTheConstant() {
        assertThat(Knob.QUEUE_BUSY_TRACKING.variable()).isEqualTo("HEADRACE_QUEUE_BUSY_TRACKING");
        assertThat(Knob.QUEUE_BUSY_TRACKING.property()).isEqualTo("headrace.queue.busy.tracking");
    }

    @Test
    void aliasesAreThoseOfOpenMpsOffloadRuntime() {
        assertThat(Arrays.stream(Knob.values()).map(Knob::alias).filter(Objects::nonNull))
                .containsExactly(
                        "LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES",
                        "LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE",
                        "LIBOMPTARGET_AMDGPU_HSA_QUEUE_BUSY_TRACKING",
                        "LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT",
                        "LIBOMPTARGET_AMDGPU_TEAMS_PER_CU",
                        "LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES",
                        "LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS");
    }

    @ParameterizedTest
    @EnumSource
    void theDefaultIsAllowedAndIsWhatSettingsShowWhenNothingIsSet(Knob knob) {
        assertThat(knob.kind().canonical(knob.defaultValue())).isEqualTo(knob.defaultValue());
        assertThat(Settings.defaults().text(knob)).isEqualTo(knob.defaultValue());
        assertThat(knob.meaning()).isNotBlank();
    }
}
