package io.headrace;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A step ends while a marker is added behind it: who added the marker and then sees the step passed, sees that it has run. */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The step was not seen passed.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "It was, and the marker had run.")
@State
public class TimelineMarkerStress {

    private final Timeline timeline = new Timeline();
    private volatile int ran;

    /** The queue's thread, which then runs something that waits for the stream. */
    @Actor
    public void end() {
        timeline.advance(1);
        Timeline.Watch watch = new Timeline.Watch(1) {
            @Override
            void reached() {
                // Parked threads would be told.
            }
        };
        timeline.add(watch);
    }

    /** Records an event and waits for the stream: 1 if the wait ends before the marker has run. */
    @Actor
    public void record(II_Result result) {
        Timeline.Watch marker = new Timeline.Watch(1) {
            @Override
            void reached() {
                ran = 1;
            }
        };
        if (!timeline.addMarker(marker)) {
            marker.reached();
        }
        if (timeline.hasPassed(1)) {
            result.r1 = ran + 1;
        }
    }

    /** The marker has run in the end. */
    @Arbiter
    public void arbiter(II_Result result) {
        result.r2 = ran;
    }
}
