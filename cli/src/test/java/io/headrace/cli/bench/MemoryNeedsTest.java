package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.cli.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MemoryNeedsTest {

    private static final long TOO_MUCH = 1L << 60;

    @Test
    void aLittleIsThere() {
        assertThatCode(() -> MemoryNeeds.check(1, 1)).doesNotThrowAnyException();
    }

    @Test
    void tooSmallAHeapIsAFailureThatSaysHowToSetIt() {
        assertThatThrownBy(() -> MemoryNeeds.check(TOO_MUCH, TOO_MUCH))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("neededMiB=")
                .hasMessageContaining("-Xmx");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void tooLittleMemoryIsAFailureThatSaysHowMuchThereIs() {
        assertThatThrownBy(() -> MemoryNeeds.check(TOO_MUCH, 1))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("availableMiB=");
    }
}
