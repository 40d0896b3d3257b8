package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.spi.DriverQueue;
import java.util.List;

/**
 * What a step went in front of, into its queue, though it has not ended: the device waits for some of it, and the queue's order
 * gives the rest. Held waits among it end when the step is about to run.
 *
 * @param places what the device waits for before the step
 * @param waits what the held waits were for that the step has passed
 * @param first the number of the first of these; that of the last one is the one before the step's
 */
record GoneAhead(List<DriverQueue.Position> places, List<EventRecord> waits, long first) {

    /**
     * Ends the waits: what waits for one of them, and not for the step, must not wait for its end, and fails if the wait does.
     *
     * @param order the stream
     * @param step the number of the step
     * @param before whether all steps before it have ended; if not, the waits only may have failed
     * @return whether the step may run
     */
    boolean endWaits(StreamOrder order, long step, boolean before) {
        if (waits.isEmpty()) {
            return true;
        }
        for (EventRecord event : waits) {
            HeadraceException cause = event.failureAtEnd();
            if (cause != null) {
                order.fail(first, cause);
                return false;
            }
        }
        if (before) {
            order.timeline().advance(step - 1);
        } else if (order.timeline().isAwaited(first, step - 1)) {
            tellWhenWaitsAreOver(order.timeline(), step);
        }
        return true;
    }

    /** Who waits for the waits alone asked before the step was there, and is told when they are over and not at the step's end. */
    private void tellWhenWaitsAreOver(Timeline timeline, long step) {
        waits.forEach(event -> event.whenSettled(() -> tellIfWaitsAreOver(timeline, step)));
        timeline.add(new Timeline.Watch(first - 1) {
            @Override
            void reached() {
                tellIfWaitsAreOver(timeline, step);
            }
        });
        tellIfWaitsAreOver(timeline, step);
    }

    /** A failure is told at the step's end. */
    private void tellIfWaitsAreOver(Timeline timeline, long step) {
        if (timeline.hasEnded(first - 1)
                && waits.stream().allMatch(event -> event.isSettled() && event.failure() == null)) {
            timeline.advance(step - 1);
        }
    }
}
