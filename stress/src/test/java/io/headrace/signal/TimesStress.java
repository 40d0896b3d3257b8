package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Times of a dispatch are read while two operations, one after the other, stamp the signal, the signal is closed and a third
 * operation stamps another one in the same slot: both times are those of the first or of the second, or there are none.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "No times, or the signal was closed.")
@Outcome(id = "10, 19", expect = Expect.ACCEPTABLE, desc = "The first operation's.")
@Outcome(id = "20, 28", expect = Expect.ACCEPTABLE, desc = "The second one's.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Of two operations, or another signal's.")
@State
public class TimesStress {

    private static final SignalPool POOL = new SignalPool(0, 0);

    private final SignalBatch batch = POOL.createBatch(1, 0);
    private final Signal signal = batch.get(0);
    private SignalBatch next = batch;

    /** Stamps. */
    @Actor
    public void stamp() {
        signal.retain();
        signal.stampDispatch(10, 19);
        signal.stampDispatch(20, 28);
        signal.release();
        batch.close();
        next = POOL.createBatch(1, 0);
        next.get(0).stampDispatch(30, 37);
    }

    /** Reads. */
    @Actor
    public void read(JJ_Result result) {
        try {
            signal.dispatchTimes(DeviceClock.host()).ifPresent(times -> {
                result.r1 = times.startTicks();
                result.r2 = times.endTicks();
            });
        } catch (InvalidSignalException closed) {
            result.r1 = 0;
        }
    }

    /** Gives the memory back. */
    @Arbiter
    public void end(JJ_Result result) {
        next.close();
    }
}
