package io.headrace.stress.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.stress.Effort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Opening and closing the runtime and its streams leaves nothing behind. */
class RoundsTest {

    /** The virtual machine starts and ends threads of its own, for its compilers and collector. */
    private static final long SLACK_THREADS = 4;

    private static final long SLACK_FILES = 2;

    /**
     * One queue's ring is 32 KiB and one round's buffer too: in the short form, losing one of them a round would take 7
     * MiB between the first sample and the last, and all rings 40 MiB; in the long form 1 KiB a round shows.
     */
    private static final long SLACK_KILOBYTES = Effort.rounds(6, 8) * 1024L;

    /** What the Java heap and the compilers take is fixed, so that what is left is the library's. */
    private static final List<String> OPTIONS = List.of(
            "-Xms48m",
            "-Xmx48m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CICompilerCount=1");

    @Test
    void threadsFilesAndNativeMemoryStayFlat() throws Exception {
        int rounds = Effort.rounds(300, 10_000);
        try (Child child = Child.start(OPTIONS, RoundsProgram.class, Integer.toString(rounds))) {
            List<long[]> samples = new ArrayList<>();
            for (int i = 0; i < RoundsProgram.SAMPLES; i++) {
                samples.add(Arrays.stream(child.line().split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray());
            }
            assertThat(child.exitCode(Child.LIMIT)).isZero();
            assertThat(child.rest() + child.err()).isEmpty();
            long[] first = samples.getFirst();
            long[] last = samples.getLast();
            String all = samples.stream().map(Arrays::toString).toList().toString();
            assertThat(last[0]).as("threads in " + all).isLessThanOrEqualTo(first[0] + SLACK_THREADS);
            assertThat(last[1]).as("files in " + all).isLessThanOrEqualTo(first[1] + SLACK_FILES);
            assertThat(last[2]).as("resident kilobytes in " + all).isLessThanOrEqualTo(first[2] + SLACK_KILOBYTES);
        }
    }
}
