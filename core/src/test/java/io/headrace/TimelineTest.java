package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private final Timeline timeline = new Timeline();
    private final List<String> happened = new ArrayList<>();

    private Timeline.Watch watch(long target, String name) {
        return watch(target, () -> happened.add(name));
    }

    private static Timeline.Watch watch(long target, Runnable task) {
        return new Timeline.Watch(target) {
            @Override
            void reached() {
                task.run();
            }
        };
    }

    @Test
    void aNewTimelineHasPassedNothingButTheStart() {
        assertThat(timeline.hasPassed(0)).isTrue();
        assertThat(timeline.hasPassed(1)).isFalse();
        assertThat(timeline.left(5)).isEqualTo(5);
    }

    @Test
    void aStepIsATargetWhileSomethingIsToHappenUpToItsEnd() {
        timeline.add(watch(3, "watch"));
        assertThat(timeline.isUrgent(2)).isFalse();
        assertThat(timeline.isUrgent(3)).isTrue();
        assertThat(timeline.isUrgent(4)).isTrue();
        timeline.addMarker(watch(1, "marker"));
        assertThat(timeline.isUrgent(1)).isTrue();
        timeline.advance(1);
        assertThat(timeline.isUrgent(2)).isFalse();
        timeline.advance(3);
        assertThat(timeline.isUrgent(4)).isFalse();
    }

    @Test
    void aStepThatEndsPassesAllBeforeIt() {
        timeline.advance(3);
        assertThat(timeline.hasPassed(3)).isTrue();
        assertThat(timeline.hasEnded(2)).isTrue();
        assertThat(timeline.hasPassed(4)).isFalse();
        assertThat(timeline.left(5)).isEqualTo(2);
    }

    @Test
    void anEndThatIsToldLateTakesNothingBack() {
        timeline.advance(3);
        timeline.advance(2);
        assertThat(timeline.hasPassed(3)).isTrue();
    }

    @Test
    void whatIsAddedRunsWhenItsStepEndsAndNotBefore() {
        assertThat(timeline.add(watch(2, "watch"))).isTrue();
        assertThat(timeline.addMarker(watch(2, "marker"))).isTrue();
        timeline.advance(1);
        assertThat(happened).isEmpty();
        timeline.advance(2);
        assertThat(happened).containsExactly("marker", "watch");
    }

    @Test
    void whatIsAddedTooLateIsLeftToTheCaller() {
        timeline.advance(2);
        assertThat(timeline.add(watch(2, "watch"))).isFalse();
        assertThat(timeline.addMarker(watch(2, "marker"))).isFalse();
        assertThat(happened).isEmpty();
        assertThat(timeline.hasPassed(2)).isTrue();
    }

    @Test
    void thingsRunByTheirTargetsThenMarkersFirstThenInTheOrderInWhichTheyWereAdded() {
        timeline.add(watch(2, "late watch"));
        timeline.add(watch(1, "first watch"));
        timeline.add(watch(1, "second watch"));
        timeline.addMarker(watch(1, "first marker"));
        timeline.addMarker(watch(1, "second marker"));
        timeline.addMarker(watch(2, "late marker"));
        timeline.advance(2);
        assertThat(happened)
                .containsExactly(
                        "first marker", "second marker", "first watch", "second watch", "late marker", "late watch");
    }

    @Test
    void aStepHasEndedButNotPassedWhileAMarkerBehindItRuns() {
        timeline.addMarker(watch(1, () -> happened.add("marker: passed=" + timeline.hasPassed(1))));
        timeline.add(watch(1, () -> happened.add("watch: passed=" + timeline.hasPassed(1))));
        timeline.advance(1);
        assertThat(happened).containsExactly("marker: passed=false", "watch: passed=true");
        assertThat(timeline.hasPassed(1)).isTrue();
    }

    @Test
    void whatIsAddedFromAMarkerOrAWatchRunsAfterIt() {
        timeline.addMarker(watch(1, () -> {
            happened.add("marker");
            assertThat(timeline.addMarker(watch(1, "marker of the marker"))).isTrue();
            assertThat(timeline.add(watch(1, "watch of the marker"))).isTrue();
            assertThat(timeline.add(watch(3, "much later"))).isTrue();
        }));
        timeline.advance(1);
        assertThat(happened).containsExactly("marker", "marker of the marker", "watch of the marker");
        timeline.advance(3);
        assertThat(happened).endsWith("much later");
    }

    @Test
    void aStepThatEndsWhileWatchesRunHasItsOwnRunByTheSameThread() {
        timeline.add(watch(1, () -> {
            happened.add("first");
            timeline.advance(2);
            assertThat(happened).containsExactly("first");
        }));
        timeline.add(watch(2, "second"));
        timeline.advance(1);
        assertThat(happened).containsExactly("first", "second");
        assertThat(timeline.hasPassed(2)).isTrue();
    }

    @Test
    void aMarkerThatIsAddedWhileWatchesAreToldIsLeftToTheCallerAndHoldsUpNobody() {
        timeline.add(watch(1, () -> {
            happened.add("told");
            assertThat(timeline.addMarker(watch(1, "late marker"))).isFalse();
            assertThat(timeline.hasPassed(1)).isTrue();
        }));
        timeline.add(watch(1, "told too"));
        timeline.advance(1);
        assertThat(happened).containsExactly("told", "told too");
    }

    @Test
    void aMarkerThatIsAddedWhileAnotherOneRunsComesAfterIt() {
        timeline.addMarker(watch(1, () -> {
            assertThat(timeline.addMarker(watch(1, "second"))).isTrue();
            happened.add("first");
        }));
        timeline.add(watch(1, "told"));
        timeline.advance(1);
        assertThat(happened).containsExactly("first", "second", "told");
    }

    @Test
    void aWatchThatIsTakenBackDoesNotRunAndHoldsUpNothing() {
        Timeline.Watch first = watch(1, "first");
        timeline.add(first);
        timeline.add(watch(2, "second"));
        timeline.remove(first);
        timeline.remove(first);
        timeline.advance(1);
        assertThat(timeline.hasPassed(1)).isTrue();
        timeline.advance(2);
        assertThat(happened).containsExactly("second");
    }

    @Test
    void takingBackAWatchThatWasNeverAddedDoesNothing() {
        timeline.remove(watch(1, "never"));
        timeline.advance(1);
        assertThat(happened).isEmpty();
    }

    @Test
    void whatThrowsDoesNotKeepTheRestFromRunning() {
        timeline.addMarker(watch(1, () -> {
            throw new IllegalStateException("on purpose, to be found in the log");
        }));
        timeline.addMarker(watch(1, "second marker"));
        timeline.add(watch(1, () -> {
            throw new AssertionError("on purpose, to be found in the log");
        }));
        timeline.add(watch(1, "second watch"));
        timeline.advance(1);
        assertThat(happened).containsExactly("second marker", "second watch");
        assertThat(timeline.hasPassed(1)).isTrue();
    }

    @Test
    void aWaitThatIsOverReturnsAtOnceAndOneThatIsNotGivesUpInTime() throws InterruptedException {
        timeline.advance(1);
        assertThat(new TimelineWaiter(timeline, 1).await(0, 0)).isTrue();
        assertThat(new TimelineWaiter(timeline, 2).await(0, 1_000_000)).isFalse();
        timeline.advance(2);
        assertThat(happened).isEmpty();
        assertThat(timeline.hasPassed(2)).isTrue();
    }
}
