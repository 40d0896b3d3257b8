package io.headrace;

import io.headrace.config.TimeSource;
import org.jspecify.annotations.Nullable;

/** What a profiled stream knows of when its operations ran. */
final class StreamProfile {

    private final TimeSource time;

    private volatile @Nullable CopyRecord lastCopy;

    /** When the last unit for a queue ran, or that there was none. Guarded by the stream. */
    private StepTimes lastTimes;

    StreamProfile(TimeSource time) {
        this.time = time;
        this.lastTimes = newTimes();
    }

    /** For the times of a new unit. */
    StepTimes newTimes() {
        return new StepTimes(time);
    }

    /** How the last copy went that has ended; {@code null} if there was none. Safe from any thread. */
    @Nullable
    CopyRecord lastCopy() {
        return lastCopy;
    }

    /** A copy has ended. Safe from any thread. */
    void lastCopy(CopyRecord copy) {
        lastCopy = copy;
    }

    /** When the last unit enqueued ran. Called under the stream's monitor. */
    StepTimes lastTimes() {
        return lastTimes;
    }

    /** A unit was enqueued. Called under the stream's monitor. */
    void lastTimes(StepTimes times) {
        lastTimes = times;
    }
}
