package io.headrace;

import java.util.concurrent.atomic.LongAdder;

/** Counts waits for room, and adds up how long they took. Safe for use from any thread. */
final class BackPressureCounts {

    private final LongAdder waits = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** A wait has ended, however. */
    void add(long took) {
        waits.increment();
        nanos.add(took);
    }

    DeviceCounters.BackPressure snapshot() {
        return new DeviceCounters.BackPressure(waits.sum(), nanos.sum());
    }
}
