package io.headrace;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What depends on a stream's future runs once, and not on the thread that ends the stream's last step. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "A thread of its own ran it, or the one that added it.")
@State
public class StreamFutureStress {

    private final StreamFuture future = new StreamFuture();
    private @Nullable Thread library;
    private volatile @Nullable Thread ranBy;

    /** The queue's thread. */
    @Actor
    public void settle() {
        library = Thread.currentThread();
        future.settle(null);
    }

    /** The user. */
    @Actor
    public void depend() {
        CompletableFuture.allOf(future).thenRun(() -> ranBy = Thread.currentThread());
    }

    /** 1 if the library's thread ran the dependent. */
    @Arbiter
    public void end(I_Result result) {
        while (ranBy == null) {
            Thread.onSpinWait();
        }
        result.r1 = ranBy == library ? 1 : 0;
    }
}
