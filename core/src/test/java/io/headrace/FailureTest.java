package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.HeadraceException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTest {

    private static final HeadraceException FIRST = new HeadraceException("first");
    private static final HeadraceException SECOND = new HeadraceException("second");

    private final Failure none = Failure.none();

    private static Failure failure(long from, HeadraceException cause, Failure before) {
        return new Failure(from, cause, before);
    }

    @Test
    void noFailureCoversAndReportsNothingAndCountsAsCleared() {
        assertThat(none.covers(0)).isFalse();
        assertThat(none.covers(Long.MAX_VALUE - 1)).isFalse();
        assertThat(none.reportTo(Long.MAX_VALUE - 1, false)).isNull();
        assertThat(none.isCleared()).isTrue();
    }

    @Test
    void aFailureTakesTheStepThatFailedAndAllBehindItWithIt() {
        Failure failure = failure(5, FIRST, none);
        assertThat(failure.covers(4)).isFalse();
        assertThat(failure.covers(5)).isTrue();
        assertThat(failure.covers(1_000_000)).isTrue();
        assertThat(failure.isCleared()).isFalse();
        assertThat(failure.cause()).isSameAs(FIRST);
    }

    /** A stream was cancelled, and then a step fails that had begun before. */
    @Test
    void aFailureThatNobodyWasToldOfIsExtendedToAnEarlierStep() {
        Failure failure = failure(5, FIRST, none);
        failure.extend(3, SECOND);
        assertThat(failure.covers(2)).isFalse();
        assertThat(failure.covers(3)).isTrue();
        assertThat(failure.covers(5)).isTrue();
        assertThat(failure.cause()).isSameAs(SECOND);
        assertThat(none.reportTo(3, true)).isSameAs(failure);
        failure.clear(8);
        assertThat(failure.covers(9)).isFalse();
    }

    @Test
    void aFailureThatWasClearedTakesOnlyWhatWasEnqueuedBefore() {
        Failure failure = failure(5, FIRST, none);
        failure.clear(8);
        assertThat(failure.isCleared()).isTrue();
        assertThat(failure.covers(8)).isTrue();
        assertThat(failure.covers(9)).isFalse();
    }

    @Test
    void stepsOfAClearedFailureThatAreStillToEndFailWithThatOneAndNotWithTheNext() {
        Failure first = failure(5, FIRST, none);
        first.clear(8);
        Failure second = failure(10, SECOND, first);
        assertThat(second.covering(7, null)).isSameAs(first);
        assertThat(second.covering(9, null)).isNull();
        assertThat(second.covering(10, null)).isSameAs(second);
    }

    /** An event recorded right behind the last step that a failure takes, but after that failure had been thrown. */
    @Test
    void whatWasEnqueuedAfterAFailureHadBeenThrownIsNotCoveredByIt() {
        Failure first = failure(5, FIRST, none);
        first.clear(8);
        assertThat(first.covering(8, first)).isNull();
        Failure second = failure(9, SECOND, first);
        assertThat(second.covering(8, first)).isNull();
        assertThat(second.covering(9, first)).isSameAs(second);
    }

    @Test
    void aWaitReportsTheFirstFailureSinceItBeganThatConcernsIt() {
        Failure first = failure(5, FIRST, none);
        assertThat(none.reportTo(4, true)).isNull();
        assertThat(none.reportTo(5, true)).isSameAs(first);
        first.clear(8);
        Failure second = failure(9, SECOND, first);
        assertThat(none.reportTo(6, true)).as("a wait begun before both").isSameAs(first);
        assertThat(first.reportTo(9, true))
                .as("a wait begun after the first was thrown")
                .isSameAs(second);
        assertThat(first.reportTo(8, true)).isNull();
        assertThat(first.reportTo(8, false))
                .as("a wait begun before the first was thrown")
                .isSameAs(first);
    }

    /** However many failures come and go meanwhile: each wait that was in progress finds its own. */
    @Test
    void aWaitThatSleepsThroughManyFailuresStillFindsItsOwn() {
        Failure latest = none;
        List<Failure> all = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            latest = failure(10L * i, new HeadraceException("failure " + i), latest);
            all.add(latest);
            latest.clear(10L * i + 5);
        }
        assertThat(none.reportTo(12, true)).isSameAs(all.getFirst());
        assertThat(all.get(41).reportTo(435, false)).isSameAs(all.get(41));
        assertThat(all.get(41).reportTo(435, true)).isSameAs(all.get(42));
        assertThat(all.getLast().reportTo(2_000, true)).isNull();
    }
}
