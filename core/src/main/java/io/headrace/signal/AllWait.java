package io.headrace.signal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread's wait for all of several signals. It is enough that each condition was seen to hold once. Entries without an
 * open signal count as satisfied, with the value 0.
 */
final class AllWait extends MultiWait {

    AllWait(@Nullable Signal[] signals, Condition condition, long value) {
        super(signals, condition, value);
    }

    AllWait(List<Expectation> expectations) {
        super(expectations);
    }

    /**
     * Waits.
     *
     * @param observed takes the values by the caller's index, if all were satisfied
     */
    boolean result(WaitHint hint, long timeoutNanos, long @Nullable [] observed) throws InterruptedException {
        boolean met = await(hint, timeoutNanos);
        if (met && observed != null) {
            for (WaitEntry entry : entries()) {
                observed[entry.index] = entry.observed();
            }
        }
        return met;
    }

    @Override
    boolean wakesAt(int left) {
        return left == 0;
    }

    @Override
    protected boolean done() {
        boolean all = true;
        for (WaitEntry entry : entries()) {
            all &= entry.settle();
        }
        return all;
    }
}
