package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AliasTest {

    private static final List<String> VALUES = List.of(
            " 4 ", "+4", "0x4", "", "8x", "8", "-1", "4294967296", "1e9", "yes", "ON", "1", "tRuE", "maybe", "false");

    @Test
    void thereAreThirteen() {
        assertThat(Arrays.stream(Alias.values()).map(Alias::variable))
                .containsExactly(
                        "LIBOMPTARGET_SHARED_MEMORY_SIZE",
                        "LIBOMPTARGET_STACK_SIZE",
                        "LIBOMPTARGET_HEAP_SIZE",
                        "LIBOMPTARGET_NUM_INITIAL_STREAMS",
                        "LIBOMPTARGET_NUM_INITIAL_EVENTS",
                        "LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS",
                        "LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES",
                        "LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE",
                        "LIBOMPTARGET_AMDGPU_HSA_QUEUE_BUSY_TRACKING",
                        "LIBOMPTARGET_AMDGPU_TEAMS_PER_CU",
                        "LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES",
                        "LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS",
                        "LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT");
    }

    @Test
    void noKnobHasTwo() {
        assertThat(Arrays.stream(Alias.values()).map(Alias::knob).filter(knob -> knob != null))
                .hasSize(7)
                .doesNotHaveDuplicates();
    }

    static Stream<Arguments> notApplicable() {
        return Arrays.stream(Alias.values())
                .filter(alias -> alias.knob() == null)
                .flatMap(alias -> VALUES.stream().map(value -> Arguments.of(alias, value)));
    }

    @ParameterizedTest
    @MethodSource("notApplicable")
    void oneThatIsNotApplicableIsToldInOneLineWhateverItsValue(Alias alias, String value) {
        Settings settings = Given.variable(alias.variable(), value);

        assertThat(settings.warnings())
                .singleElement()
                .isEqualTo(
                        alias.variable() + "=\"" + value + "\" is not applicable and has no effect: " + alias.note());
        assertThat(settings).isEqualTo(Settings.defaults());
    }

    @Test
    void allThirteenAreReadTogether() {
        Settings settings = Given.variables(Arrays.stream(Alias.values())
                .collect(Collectors.toMap(
                        Alias::variable, alias -> alias.defaultThere().replace("the device's", "8192"))));

        assertThat(settings.warnings()).hasSize(6).allMatch(warning -> warning.contains("not applicable"));
        assertThat(settings.entries().stream().filter(entry -> entry.source() == Settings.Source.ALIAS))
                .hasSize(7);
        assertThat(settings.number(Knob.STREAM_BUSYWAIT)).isEqualTo(2_000_000);
    }
}
