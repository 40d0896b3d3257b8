package io.headrace.stress.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.stress.process.ExitProgram.Who;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** A process with a busy device ends when it is told to, with the code that it was told. */
class ExitTest {

    /** From the moment in which a thread wants the process to end. */
    private static final Duration SOON = Duration.ofSeconds(5);

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SHUTDOWN_HOOK_THAT_CLOSES", "MAIN_RETURNS", "SOMEBODY_ELSE"})
    void exitFromAnyThreadEndsTheProcessSoonWithItsCodeAndWithoutAWord(Who who) throws Exception {
        try (Child child = Child.start(List.of(), ExitProgram.class, who.name(), "37")) {
            assertThat(child.line()).isEqualTo("leaving");
            assertThat(child.exitCode(SOON)).isEqualTo(37);
            assertThat(child.rest() + child.err()).isEmpty();
        }
    }

    /** Collectors differ in where loops can be stopped, and so in how long the end has to wait for a kernel. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    void exitEndsTheProcessSoonUnderEachCollector(String collector) throws Exception {
        try (Child child = Child.start(List.of(collector), ExitProgram.class, Who.KERNEL.name(), "3")) {
            assertThat(child.line()).isEqualTo("leaving");
            assertThat(child.exitCode(SOON)).isEqualTo(3);
            assertThat(child.rest() + child.err()).isEmpty();
        }
    }

    @Test
    void aMainMethodThatReturnsWithoutCloseEndsTheProcessWithoutAWord() throws Exception {
        try (Child child = Child.start(List.of(), ExitProgram.class, Who.MAIN_RETURNS.name(), "1")) {
            assertThat(child.line()).isEqualTo("leaving");
            assertThat(child.exitCode(SOON)).isZero();
            assertThat(child.rest() + child.err()).isEmpty();
        }
    }

    @Test
    void aShutdownHookMayCloseTheRuntimeAndHasItsTimeLimit() throws Exception {
        try (Child child = Child.start(List.of(), ExitProgram.class, Who.SHUTDOWN_HOOK_THAT_CLOSES.name(), "4")) {
            assertThat(child.line()).isEqualTo("leaving");
            assertThat(child.line()).isEqualTo("closed");
            assertThat(child.exitCode(SOON)).isEqualTo(4);
            assertThat(child.rest() + child.err()).isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSignalEndsTheProcessSoonAndWithoutAWord() throws Exception {
        try (Child child = Child.start(List.of(), ExitProgram.class, Who.SOMEBODY_ELSE.name(), "1")) {
            assertThat(child.line()).isEqualTo("leaving");
            child.terminate();
            assertThat(child.exitCode(SOON)).isEqualTo(128 + 15);
            assertThat(child.rest() + child.err()).isEmpty();
        }
    }
}
