package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A handle is resolved, and the signal loaded, while the last member of its batch is closed and the memory given out again: it
 * is the old signal with its own value, or none, or a later one; never the old one with another's value.
 */
@JCStressTest
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "No living signal had the handle, or it was closed before the load.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The old signal.")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "A later signal in the same slot.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The old signal with another's value, or alive in the end.")
@State
public class BatchLifeStress {

    private static final SignalPool POOL = new SignalPool(0, 0);

    private final SignalBatch old = POOL.createBatch(1, 1);
    private final long handle = old.get(0).handle();
    private SignalBatch next = old;

    /** Destroys the batch and makes another one. */
    @Actor
    public void recreate() {
        old.close();
        next = POOL.createBatch(1, 2);
    }

    /** Resolves and loads. */
    @Actor
    public void load(II_Result result) {
        try {
            Signal signal = Signals.resolve(handle);
            long value = signal.loadAcquire();
            result.r1 = signal != old.get(0) ? 2 : value == 1 ? 1 : -1;
        } catch (InvalidSignalException destroyed) {
            result.r1 = 0;
        }
    }

    /** Whatever has the handle in the end, the old signal has not. */
    @Arbiter
    public void arbiter(II_Result result) {
        Signal signal = SlotHome.find(handle);
        result.r2 = signal == old.get(0) ? 0 : 1;
        next.close();
    }
}
