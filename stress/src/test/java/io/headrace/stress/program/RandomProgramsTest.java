package io.headrace.stress.program;

import io.headrace.stress.Effort;
import io.headrace.stress.Seed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whatever a program of streams does, and however its threads meet, it gives what a sequential run gives. */
class RandomProgramsTest {

    @Test
    void randomProgramsGiveWhatASequentialRunGives() throws InterruptedException {
        runMany("randomProgramsGiveWhatASequentialRunGives", 0);
    }

    @Test
    void randomProgramsThatFailGiveWhatASequentialRunGives() throws InterruptedException {
        runMany("randomProgramsThatFailGiveWhatASequentialRunGives", 0.02);
    }

    private static void runMany(String test, double failures) throws InterruptedException {
        long first = Seed.of(test);
        Duration time = Effort.time(10, 600);
        long start = System.nanoTime();
        for (long seed = first; System.nanoTime() - start < time.toNanos(); seed += Seed.isGiven() ? 0 : 1) {
            Program program = ProgramGenerator.program(seed, failures);
            try {
                ProgramRun.run(program, seed);
            } catch (Throwable e) {
                throw new AssertionError(Seed.describe(seed) + " " + program.shape(), e);
            }
        }
    }
}
