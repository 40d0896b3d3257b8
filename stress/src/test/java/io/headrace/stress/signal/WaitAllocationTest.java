package io.headrace.stress.signal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waits allocate that end at their first look, compiled or not. */
class WaitAllocationTest {

    private static final int MANY = 1_000;

    /** Calls whose allocations are looked at. */
    private static final int CALLS = 9;

    /** More than a result takes, and less than anything takes that has a place for each of many. */
    private static final long RESULT_BYTES = 100;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final SignalPool pool = new SignalPool(MANY, 0);
    private final Signal[] signals = new Signal[MANY];
    private final long[] handles;

    WaitAllocationTest() {
        Arrays.setAll(signals, i -> pool.create(i));
        handles = Arrays.stream(signals).mapToLong(Signal::handle).toArray();
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    private interface Wait {

        boolean ends() throws InterruptedException;
    }

    /**
     * What most calls allocate. A few may have more on their account: the thread that has a method compiled is the one
     * on which the virtual machine makes all texts of the method's class, once.
     */
    private long bytes(Wait wait) throws InterruptedException {
        for (int warmUp = 0; warmUp < 3; warmUp++) {
            assertThat(wait.ends()).isTrue();
        }
        long[] each = new long[CALLS];
        for (int call = 0; call < CALLS; call++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            wait.ends();
            each[call] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(each);
        return each[CALLS / 2];
    }

    @Test
    void aWaitForAnyAllocatesAtMostItsResult() throws InterruptedException {
        assertThat(bytes(() -> Signals.awaitAny(signals, Condition.EQ, MANY - 1, 0, WaitHint.ADAPTIVE)
                        .isMet()))
                .isLessThan(RESULT_BYTES);
        assertThat(bytes(() -> Signals.awaitAny(handles, Condition.EQ, MANY - 1, 0, WaitHint.ADAPTIVE)
                        .isMet()))
                .isLessThan(RESULT_BYTES);
    }

    @Test
    void aWaitForAllAllocatesNothing() throws InterruptedException {
        assertThat(bytes(() -> Signals.awaitAll(signals, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null)))
                .isZero();
        assertThat(bytes(() -> Signals.awaitAll(handles, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null)))
                .isZero();
        long[] unknown = {1L << 46, 12_345, -1, 0, handles[0]};
        assertThat(bytes(() -> Signals.awaitAll(unknown, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null)))
                .isZero();
    }
}
