package io.headrace.signal;

import java.util.concurrent.atomic.LongAdder;

/** Counts waits of threads. For the runtime. Safe for use from any thread. */
public final class WaitCounts {

    /** The waits for signals, of the process. */
    public static final WaitCounts OF_SIGNALS = new WaitCounts();

    private final LongAdder spun = new LongAdder();
    private final LongAdder parked = new LongAdder();

    /** Nothing counted yet. */
    public WaitCounts() {}

    /** How many waits ended, well or not, while their thread still looked by itself. */
    public long spun() {
        return spun.sum();
    }

    /** How many waits had their thread parked. */
    public long parked() {
        return parked.sum();
    }

    /** A wait has ended, well or not. */
    void add(boolean wasParked) {
        (wasParked ? parked : spun).increment();
    }
}
