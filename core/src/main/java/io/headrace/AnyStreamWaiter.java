package io.headrace;

import io.headrace.signal.WaitCounts;
import io.headrace.signal.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thread's wait until the first of several waits for streams is over. */
final class AnyStreamWaiter extends Waiter {

    /** At the index of each wait, those that are all to be done; none where it was over before it began. */
    private final List<List<TimelineWaiter>> waiters = new ArrayList<>();

    private int index = -1;

    /**
     * @param waits at each index, all that must be over for it to be; {@code null} stands for one that is over
     */
    AnyStreamWaiter(List<List<@Nullable StreamWait>> waits) {
        for (List<@Nullable StreamWait> one : waits) {
            List<TimelineWaiter> all = new ArrayList<>(one.size());
            for (StreamWait wait : one) {
                if (wait != null) {
                    all.add(wait.waiter());
                }
            }
            waiters.add(all);
        }
    }

    /** Which one is over; -1 while none is. */
    int index() {
        return index;
    }

    @Override
    protected boolean done() {
        for (int i = 0; i < waiters.size(); i++) {
            if (areDone(waiters.get(i))) {
                index = i;
                return true;
            }
        }
        return false;
    }

    private static boolean areDone(List<TimelineWaiter> all) {
        for (TimelineWaiter waiter : all) {
            if (!waiter.done()) {
                return false;
            }
        }
        return true;
    }

    /** Those of the device of the first stream: it is one wait. */
    @Override
    protected @Nullable WaitCounts counts() {
        List<TimelineWaiter> first = waiters.getFirst();
        return first.isEmpty() ? null : first.getFirst().counts();
    }

    @Override
    protected String waitsFor() {
        return waiters.size() + " streams";
    }

    @Override
    protected void register(Thread thread) {
        for (List<TimelineWaiter> all : waiters) {
            for (TimelineWaiter waiter : all) {
                waiter.register(thread);
            }
        }
    }

    @Override
    protected void unregister() {
        for (List<TimelineWaiter> all : waiters) {
            for (TimelineWaiter waiter : all) {
                waiter.unregister();
            }
        }
    }
}
