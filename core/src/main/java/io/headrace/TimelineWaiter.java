package io.headrace;

import io.headrace.signal.WaitCounts;
import io.headrace.signal.Waiter;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread's wait until a timeline has come to a number. */
final class TimelineWaiter extends Waiter {

    /** The most pauses between two looks. */
    private static final long MOST_PAUSES = 32;

    private final Timeline timeline;
    private final @Nullable StreamOrder order;
    private final long target;
    private Timeline.@Nullable Watch watch;
    private boolean expected;

    /** It had passed, once: a marker added since then for the same number does not change that. */
    private volatile boolean told;

    TimelineWaiter(Timeline timeline, long target) {
        this.timeline = timeline;
        this.order = null;
        this.target = target;
    }

    /** A wait for a step of a stream. */
    TimelineWaiter(StreamOrder order, long target) {
        this.timeline = order.timeline();
        this.order = order;
        this.target = target;
    }

    @Override
    protected boolean done() {
        if (told || timeline.hasPassed(target)) {
            return true;
        }
        if (order != null && order.late().isThere()) {
            return looksLate(order);
        }
        // Each look takes the line away from the thread that completes steps: the more steps are left, the fewer looks.
        for (long pauses = Math.min(timeline.left(target) - 1, MOST_PAUSES); pauses > 0; pauses--) {
            Thread.onSpinWait();
        }
        return false;
    }

    /** The queue reports late: it is told once that its report is awaited, and looks for it on this thread. */
    private boolean looksLate(StreamOrder late) {
        expected = expected || late.expect(target);
        return late.late().poll() && timeline.hasPassed(target);
    }

    @Override
    protected @Nullable WaitCounts counts() {
        return order == null ? null : order.device().waitCounts();
    }

    @Override
    protected String waitsFor() {
        return order == null ? "timeline" : "stream " + order.id();
    }

    @Override
    protected void register(Thread thread) {
        watch = new Timeline.Watch(target) {
            @Override
            void reached() {
                told = true;
                LockSupport.unpark(thread);
            }
        };
        if (!timeline.add(watch)) {
            told = true;
        } else if (order != null && !expected) {
            // If the step is held, who submits it sees the watch.
            order.expect(target);
        }
    }

    @Override
    protected void unregister() {
        if (watch != null) {
            timeline.remove(watch);
        }
    }
}
