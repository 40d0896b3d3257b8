package io.headrace;

import io.headrace.signal.WaitCounts;
import io.headrace.signal.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thread's wait until the first of several waits for streams is over. */
final class AnyStreamWaiter extends Waiter {

    /** At the index of each wait; {@code null} where it was over before it began. */
    private final List<@Nullable TimelineWaiter> waiters = new ArrayList<>();

    private int index = -1;

    /**
     * @param waits {@code null} stands for one that is over
     */
    AnyStreamWaiter(List<@Nullable StreamWait> waits) {
        for (StreamWait wait : waits) {
            waiters.add(wait == null ? null : wait.waiter());
        }
    }

    /** Which one is over; -1 while none is. */
    int index() {
        return index;
    }

    @Override
    protected boolean done() {
        for (int i = 0; i < waiters.size(); i++) {
            TimelineWaiter waiter = waiters.get(i);
            if (waiter == null || waiter.done()) {
                index = i;
                return true;
            }
        }
        return false;
    }

    /** Those of the device of the first stream: it is one wait. */
    @Override
    protected @Nullable WaitCounts counts() {
        TimelineWaiter first = waiters.getFirst();
        return first == null ? null : first.counts();
    }

    @Override
    protected String waitsFor() {
        return waiters.size() + " streams";
    }

    @Override
    protected void register(Thread thread) {
        for (TimelineWaiter waiter : waiters) {
            if (waiter != null) {
                waiter.register(thread);
            }
        }
    }

    @Override
    protected void unregister() {
        for (TimelineWaiter waiter : waiters) {
            if (waiter != null) {
                waiter.unregister();
            }
        }
    }
}
