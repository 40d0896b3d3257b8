package io.headrace.stress.queue;

import io.headrace.stress.Linearizable;
import org.junit.jupiter.api.Test;

class QueuePoolLincheckTest {

    @Test
    void busyTrackingChoosesAsIfOneThreadWereAtWorkInEachOrderOfSteps() {
        Linearizable.inAllOrders(PoolUnderTest.BusyTracking.class, PoolModel.BusyTracking.class);
    }

    @Test
    void roundRobinChoosesAsIfOneThreadWereAtWorkInEachOrderOfSteps() {
        Linearizable.inAllOrders(PoolUnderTest.RoundRobin.class, PoolModel.RoundRobin.class);
    }

    @Test
    void busyTrackingChoosesAsIfOneThreadWereAtWorkUnderStress() {
        Linearizable.underStress(PoolUnderTest.BusyTracking.class, PoolModel.BusyTracking.class);
    }

    @Test
    void roundRobinChoosesAsIfOneThreadWereAtWorkUnderStress() {
        Linearizable.underStress(PoolUnderTest.RoundRobin.class, PoolModel.RoundRobin.class);
    }
}
