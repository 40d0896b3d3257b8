package io.headrace;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Whoever sees that a step has ended may end the next one, although the thread that ended the first is not through yet. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The second step did not end.")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "It ended, and stays so.")
@State
public class TimelineOrderStress {

    private final Timeline timeline = new Timeline();

    /** The thread of the first step. */
    @Actor
    public void first() {
        timeline.advance(1);
    }

    /** The thread of the second step, which is told of the end of the first. */
    @Actor
    public void second(II_Result result) {
        Timeline.Watch watch = new Timeline.Watch(1) {
            @Override
            void reached() {
                // The look below is what counts.
            }
        };
        timeline.add(watch);
        result.r1 = 1;
        if (timeline.hasEnded(1)) {
            result.r1 = 2;
            timeline.advance(2);
        }
    }

    /** How far it is in the end. */
    @Arbiter
    public void end(II_Result result) {
        result.r2 = timeline.hasEnded(2) ? 2 : timeline.hasEnded(1) ? 1 : 0;
    }
}
