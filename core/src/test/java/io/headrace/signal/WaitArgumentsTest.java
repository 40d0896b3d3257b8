package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is missing is told at once, also where the first look would end the wait, or where there is nothing to look at. */
@SuppressWarnings("JdkObsolete") // a list that is read from its beginning
class WaitArgumentsTest {

    private final SignalPool pool = new SignalPool(0, 0);
    private final Signal met = pool.create(0);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aMissingConditionIsAnError() {
        for (boolean some : new boolean[] {true, false}) {
            Signal[] signals = some ? new Signal[] {met} : new Signal[] {null};
            long[] handles = {some ? met.handle() : 8};
            List<Signal> list = new ArrayList<>(Arrays.asList(signals));
            List<Crew.Work> waits = List.of(
                    () -> Signals.awaitAny(signals, null, 0, 0, WaitHint.BLOCK),
                    () -> Signals.awaitAny(handles, null, 0, 0, WaitHint.BLOCK),
                    () -> Signals.awaitAny(list, null, 0, Duration.ZERO),
                    () -> Signals.awaitAny(list, null, 0, 0, WaitHint.BLOCK),
                    () -> Signals.awaitAny(new LinkedList<>(list), null, 0, 0, WaitHint.BLOCK),
                    () -> Signals.awaitAll(signals, null, 0, 0, WaitHint.BLOCK, null),
                    () -> Signals.awaitAll(signals, null, 0, 0, WaitHint.BLOCK, new long[1]),
                    () -> Signals.awaitAll(handles, null, 0, 0, WaitHint.BLOCK, null),
                    () -> Signals.awaitAll(handles, null, 0, 0, WaitHint.BLOCK, new long[1]),
                    () -> Signals.awaitAll(list, null, 0, Duration.ZERO));
            assertAllName("condition", waits);
        }
    }

    @Test
    void aMissingHintIsAnError() {
        for (boolean some : new boolean[] {true, false}) {
            Signal[] signals = some ? new Signal[] {met} : new Signal[] {null};
            long[] handles = {some ? met.handle() : 8};
            List<Signal> list = new ArrayList<>(Arrays.asList(signals));
            List<Expectation> expectations = List.of(new Expectation(signals[0], EQ, 0));
            List<Crew.Work> waits = List.of(
                    () -> Signals.awaitAny(signals, EQ, 0, 0, null),
                    () -> Signals.awaitAny(handles, EQ, 0, 0, null),
                    () -> Signals.awaitAny(list, EQ, 0, 0, null),
                    () -> Signals.awaitAny(new LinkedList<>(list), EQ, 0, 0, null),
                    () -> Signals.awaitAny(expectations, 0, null),
                    () -> Signals.awaitAll(signals, EQ, 0, 0, null, null),
                    () -> Signals.awaitAll(handles, EQ, 0, 0, null, null),
                    () -> Signals.awaitAll(expectations, 0, null, null),
                    () -> met.await(EQ, 0, 0, null),
                    () -> met.awaitValue(EQ, 0, 0, null));
            assertAllName("hint", waits);
        }
    }

    @Test
    void aSignalsOwnWaitsNeedAConditionToo() {
        assertAllName(
                "condition",
                List.of(
                        () -> met.await(null, 0),
                        () -> met.await(null, 0, Duration.ZERO),
                        () -> met.await(null, 0, 0, WaitHint.BLOCK),
                        () -> met.awaitValue(null, 0, Duration.ZERO),
                        () -> met.awaitValue(null, 0, 0, WaitHint.BLOCK),
                        () -> met.future(null, 0),
                        () -> met.onChange(null, 0, observed -> true)));
    }

    private static void assertAllName(String what, List<Crew.Work> waits) {
        for (int i = 0; i < waits.size(); i++) {
            assertThatThrownBy(waits.get(i)::run)
                    .as("wait %d", i)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining(what);
        }
    }
}
