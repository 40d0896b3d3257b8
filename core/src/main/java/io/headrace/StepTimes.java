package io.headrace;

import io.headrace.config.TimeSource;
import io.headrace.signal.Signal;

/** When the steps of one unit ran, on a stream that is profiled. The queue's thread writes it before it tells their ends. */
final class StepTimes {

    private static final long NEVER = 0;

    private final TimeSource time;
    private final boolean copy;
    private long start = NEVER;
    private long end = NEVER;
    private boolean told;

    /**
     * @param copy whether a copy engine runs them
     */
    StepTimes(TimeSource time, boolean copy) {
        this.time = time;
        this.copy = copy;
    }

    /** A step of the unit begins; the first one counts. */
    void begin() {
        if (start == NEVER) {
            start = time.nanos();
        }
    }

    /** A step of the unit has ended; the last one counts. */
    void end() {
        end = time.nanos();
    }

    /** A step of the unit ran, as its device says; the first one's start and the last one's end count. */
    void ran(long startNanos, long endNanos) {
        if (!told) {
            told = true;
            start = startNanos;
        }
        end = endNanos;
    }

    /** Stamps a signal that is retained; takes the times away that it has if the unit did not run. */
    void stamp(Signal signal) {
        signal.clearTimes();
        if (start != NEVER && copy) {
            signal.stampCopy(start, end);
        } else if (start != NEVER) {
            signal.stampDispatch(start, end);
        }
    }
}
