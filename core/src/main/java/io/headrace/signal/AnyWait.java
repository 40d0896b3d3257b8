package io.headrace.signal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thread's wait for any of several signals. Entries without an open signal do not count. */
final class AnyWait extends MultiWait {

    private AnyResult result = AnyResult.TIMED_OUT;

    AnyWait(@Nullable Signal[] signals, Condition condition, long value) {
        super(signals, condition, value);
    }

    AnyWait(List<Expectation> expectations) {
        super(expectations);
    }

    AnyResult result(WaitHint hint, long timeoutNanos) throws InterruptedException {
        return await(hint, timeoutNanos) ? result : AnyResult.TIMED_OUT;
    }

    @Override
    boolean wakesAt(int left) {
        return true;
    }

    @Override
    protected boolean done() {
        boolean waiting = false;
        for (WaitEntry entry : entries()) {
            Signal signal = entry.signal;
            if (!entry.settle()) {
                waiting = true;
            } else if (signal != null && entry.isMet()) {
                result = AnyResult.met(entry.index, signal, entry.observed());
                return true;
            }
        }
        if (!waiting) {
            result = AnyResult.NONE_VALID;
        }
        return !waiting;
    }
}
