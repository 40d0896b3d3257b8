package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TimerSlackTest {

    private final Crew crew = new Crew();

    @Test
    void theThreadThatAsksGetsTheLeastSlackWhereTheSystemHasOne() throws InterruptedException {
        assumeThat(Path.of("/proc/self/timerslack_ns")).exists();
        crew.start(() -> {
            Path own = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Path slack = Path.of("/proc").resolve(own).resolve("timerslack_ns");
            assertThat(Files.readString(slack).strip()).isNotEqualTo("1");
            TimerSlack.least();
            assertThat(Files.readString(slack).strip()).isEqualTo("1");
        });
        crew.join();
    }
}
