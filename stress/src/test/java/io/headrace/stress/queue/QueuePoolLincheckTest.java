package io.headrace.stress.queue;

import io.headrace.stress.Effort;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

class QueuePoolLincheckTest {

    @Test
    void busyTrackingChoosesAsIfOneThreadWereAtWorkInEachOrderOfSteps() {
        modelChecking(PoolUnderTest.BusyTracking.class, PoolModel.BusyTracking.class);
    }

    @Test
    void roundRobinChoosesAsIfOneThreadWereAtWorkInEachOrderOfSteps() {
        modelChecking(PoolUnderTest.RoundRobin.class, PoolModel.RoundRobin.class);
    }

    @Test
    void busyTrackingChoosesAsIfOneThreadWereAtWorkUnderStress() {
        stress(PoolUnderTest.BusyTracking.class, PoolModel.BusyTracking.class);
    }

    @Test
    void roundRobinChoosesAsIfOneThreadWereAtWorkUnderStress() {
        stress(PoolUnderTest.RoundRobin.class, PoolModel.RoundRobin.class);
    }

    private static void modelChecking(Class<?> pool, Class<?> model) {
        new ModelCheckingOptions()
                .iterations(Effort.rounds(3, 60))
                .invocationsPerIteration(Effort.rounds(150, 5_000))
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(model)
                .check(pool);
    }

    private static void stress(Class<?> pool, Class<?> model) {
        new StressOptions()
                .iterations(Effort.rounds(3, 60))
                .invocationsPerIteration(Effort.rounds(1_000, 20_000))
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(model)
                .check(pool);
    }
}
