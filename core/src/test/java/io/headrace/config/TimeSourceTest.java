package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeSourceTest {

    @Test
    void theSystemsTimeIsThatOfThisMachineAndDoesNotGoBack() {
        long before = System.nanoTime();
        long first = TimeSource.SYSTEM.nanos();
        long second = TimeSource.SYSTEM.nanos();
        long after = System.nanoTime();

        assertThat(first - before).isNotNegative();
        assertThat(second - first).isNotNegative();
        assertThat(after - second).isNotNegative();
    }
}
