package io.headrace;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A step ends, a marker is added behind it, and a third thread waits: whoever sees the step passed sees the marker run. */
@JCStressTest
@Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "Neither saw the step passed.")
@Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "The third thread saw it passed, at a time of its own.")
@Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The second thread saw it passed, and the marker run.")
@Outcome(id = "2, 1, 1", expect = Expect.ACCEPTABLE, desc = "Both saw it passed.")
@State
public class TimelineMarkerStress {

    private final Timeline timeline = new Timeline();
    private volatile int ran;

    /** The queue's thread. */
    @Actor
    public void end() {
        timeline.advance(1);
    }

    /** Records an event and waits for the stream: 1 if the wait ends before the marker has run. */
    @Actor
    public void record(III_Result result) {
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

    /** Another thread that waits. */
    @Actor
    public void await(III_Result result) {
        Timeline.Watch watch = new Timeline.Watch(1) {
            @Override
            void reached() {
                // Parked threads are told here.
            }
        };
        timeline.add(watch);
        result.r2 = timeline.hasPassed(1) ? 1 : 0;
    }

    /** The marker has run in the end. */
    @Arbiter
    public void end(III_Result result) {
        result.r3 = ran;
    }
}
