package io.headrace.sim.replay;

import static io.headrace.queue.QueuePolicy.BUSY_TRACKING;
import static io.headrace.queue.QueuePolicy.ROUND_ROBIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.queue.QueuePolicy;
import io.headrace.sim.trace.UnreadableTraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {

    private static Replay replay(Recording recording, Gaps gaps) {
        return new Replay(recording.trace(), gaps, Binding.WHILE_BUSY);
    }

    private static List<Integer> streams(ReplayResult result) {
        return result.uses().stream().map(QueueUse::streams).toList();
    }

    private static List<Integer> operations(ReplayResult result) {
        return result.uses().stream().map(QueueUse::operations).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void oneStreamTakesAsLongAsItTookHoweverManyQueuesThereAre(int queues) {
        Recording recording =
                new Recording().ran("1", 100, 10).ran("1", 150, 10).ran("1", 160, 10);
        ReplayResult result = replay(recording, Gaps.KEEP).run(BUSY_TRACKING, queues);
        assertThat(result.makespanNanos()).isEqualTo(70);
        assertThat(result.boundNanos()).isEqualTo(70);
        assertThat(result.ratio()).isEqualTo(1);
        assertThat(result.waits()).isEqualTo(new WaitTimes(0, 0, 0));
        assertThat(operations(result)).startsWith(3);
        assertThat(result.uses()).hasSize(queues);
    }

    @Test
    void withoutGapsAStreamTakesTheSumOfItsOperations() {
        Recording recording =
                new Recording().ran("1", 100, 10).ran("1", 150, 10).ran("1", 160, 10);
        assertThat(replay(recording, Gaps.DROP).run(BUSY_TRACKING, 4).makespanNanos())
                .isEqualTo(30);
    }

    @Test
    void streamsThatShareAQueueRunOneAfterTheOther() {
        Recording recording = new Recording().ran("1", 0, 10).ran("2", 0, 10);
        Replay replay = replay(recording, Gaps.KEEP);
        ReplayResult one = replay.run(BUSY_TRACKING, 1);
        assertThat(one.makespanNanos()).isEqualTo(20);
        assertThat(one.boundNanos()).isEqualTo(20);
        assertThat(one.lostNanos()).isEqualTo(10);
        assertThat(one.waits()).isEqualTo(new WaitTimes(0, 10, 10));
        assertThat(one.uses()).containsExactly(new QueueUse("0", "0", 2, 2, 20));
        ReplayResult two = replay.run(BUSY_TRACKING, 2);
        assertThat(two.makespanNanos()).isEqualTo(10);
        assertThat(two.lostNanos()).isZero();
        assertThat(streams(two)).containsExactly(1, 1);
    }

    @ParameterizedTest
    @EnumSource(QueuePolicy.class)
    void theOverlapThatTooFewQueuesLoseIsReported(QueuePolicy policy) {
        Recording recording = new Recording();
        for (int round = 0; round < 3; round++) {
            for (String stream : List.of("1", "2", "3", "4")) {
                recording.ran(stream, round * 50_000_000L, 50_000_000);
            }
        }
        ReplayResult result = replay(recording, Gaps.KEEP).run(policy, 2);
        assertThat(result.makespanNanos()).isEqualTo(300_000_000);
        assertThat(result.boundNanos()).isEqualTo(300_000_000);
        assertThat(result.aloneNanos()).isEqualTo(150_000_000);
        assertThat(result.lostNanos()).isEqualTo(150_000_000);
        assertThat(operations(result)).containsExactly(6, 6);
    }

    @Test
    void leastUsedFindsTheIdleQueueAndRoundRobinTheBusyOne() {
        Recording recording = new Recording()
                .ran("long", 0, 1_000)
                .ran("1", 10, 5)
                .ran("2", 20, 5)
                .ran("3", 30, 5)
                .ran("4", 40, 5);
        Replay replay = replay(recording, Gaps.KEEP);
        ReplayResult leastUsed = replay.run(BUSY_TRACKING, 2);
        assertThat(operations(leastUsed)).containsExactly(1, 4);
        assertThat(leastUsed.waits().maxNanos()).isZero();
        ReplayResult roundRobin = replay.run(ROUND_ROBIN, 2);
        assertThat(operations(roundRobin)).containsExactly(3, 2);
        assertThat(roundRobin.waits().maxNanos()).isEqualTo(980);
        assertThat(roundRobin.makespanNanos()).isEqualTo(1_010);
    }

    @Test
    void aStreamIsUnboundWhenNothingOfItIsLeftInTheQueue() {
        Recording recording = new Recording().ran("1", 0, 10).ran("2", 20, 10).ran("1", 40, 10);
        assertThat(streams(replay(recording, Gaps.KEEP).run(BUSY_TRACKING, 4))).containsExactly(2, 0, 0, 0);
        assertThat(streams(new Replay(recording.trace(), Gaps.KEEP, Binding.HELD).run(BUSY_TRACKING, 4)))
                .containsExactly(1, 1, 0, 0);
    }

    @Test
    void aHeldStreamGivesItsQueueBackAfterItsLastOperation() {
        Recording recording = new Recording().ran("1", 0, 10).ran("1", 20, 10).ran("2", 40, 10);
        assertThat(streams(new Replay(recording.trace(), Gaps.KEEP, Binding.HELD).run(BUSY_TRACKING, 4)))
                .containsExactly(2, 0, 0, 0);
    }

    @Test
    void whatComesWhenTheOneBeforeItEndsFollowsItInItsQueue() {
        Recording recording = new Recording().ran("1", 0, 10).ran("1", 10, 10).ran("1", 20, 10);
        assertThat(operations(replay(recording, Gaps.KEEP).run(ROUND_ROBIN, 3))).containsExactly(3, 0, 0);
    }

    @Test
    void anOperationComesWhenItWasPutIntoItsQueueIfThatIsTold() {
        Recording recording = new Recording()
                .ran("0", "1", "0", OptionalLong.of(0), 0, 100)
                .ran("0", "2", "0", OptionalLong.of(5), 100, 100);
        Replay replay = replay(recording, Gaps.KEEP);
        assertThat(replay.run(BUSY_TRACKING, 2).makespanNanos()).isEqualTo(105);
        assertThat(replay.run(BUSY_TRACKING, 1).makespanNanos()).isEqualTo(200);
        assertThat(replay.run(BUSY_TRACKING, 1).waits().maxNanos()).isEqualTo(95);
    }

    @Test
    void recordedWaitsBetweenStreamsAreKeptWithoutGapsToo() {
        Recording recording = new Recording()
                .ran("1", 0, 100)
                .waited("2", "1")
                .ran("2", 200, 10)
                .ran("3", 200, 10);
        ReplayResult result = replay(recording, Gaps.DROP).run(BUSY_TRACKING, 3);
        assertThat(result.makespanNanos()).isEqualTo(110);
        assertThat(result.boundNanos()).isEqualTo(110);
        assertThat(result.waits().maxNanos()).isZero();
    }

    @Test
    void aStreamThatOnlyWaitsHasNoQueue() {
        Recording recording = new Recording()
                .ran("1", 0, 100)
                .waited("2", "1")
                .ran("2", 200, 10)
                .ran("3", 205, 10);
        ReplayResult result = replay(recording, Gaps.DROP).run(BUSY_TRACKING, 2);
        // Stream 2 comes second and waits, so that stream 3 gets the second queue for itself.
        assertThat(operations(result)).containsExactly(2, 1);
        assertThat(result.makespanNanos()).isEqualTo(110);
    }

    @Test
    void aWaitThatTheRecordingDidNotKeepCountsNothing() {
        Recording recording = new Recording().ran("1", 0, 100).waited("2", "1").ran("2", 50, 10);
        assertThat(replay(recording, Gaps.DROP).run(BUSY_TRACKING, 2).makespanNanos())
                .isEqualTo(100);
    }

    @Test
    void theRecordedMappingIsARunOfItsOwn() {
        Recording recording = new Recording()
                .ran("0", "1", "19", OptionalLong.empty(), 0, 10)
                .ran("0", "2", "19", OptionalLong.empty(), 0, 10)
                .ran("0", "3", "19", OptionalLong.empty(), 0, 10)
                .ran("0", "4", "5", OptionalLong.empty(), 0, 10)
                .ran("0", "4", "19", OptionalLong.empty(), 10, 10);
        ReplayResult recorded = replay(recording, Gaps.DROP).recorded().orElseThrow();
        assertThat(recorded.policyName()).isEqualTo("recorded");
        assertThat(recorded.queues()).isEqualTo(2);
        assertThat(recorded.uses())
                .containsExactly(new QueueUse("0", "5", 1, 1, 10), new QueueUse("0", "19", 4, 4, 40));
        assertThat(recorded.makespanNanos()).isEqualTo(40);
        assertThat(recorded.boundNanos()).isEqualTo(25);
    }

    @Test
    void aTraceThatDoesNotTellEachQueueHasNoRecordedMapping() {
        Recording recording =
                new Recording().ran("0", "1", "19", OptionalLong.empty(), 0, 10).ran("1", 10, 10);
        assertThat(replay(recording, Gaps.KEEP).recorded()).isEmpty();
    }

    @Test
    void eachDeviceHasQueuesOfItsOwnAndStreamsOfItsOwn() {
        Recording recording = new Recording()
                .ran("0", "7", null, OptionalLong.empty(), 0, 10)
                .ran("1", "7", null, OptionalLong.empty(), 0, 10);
        ReplayResult result = replay(recording, Gaps.KEEP).run(ROUND_ROBIN, 1);
        assertThat(result.makespanNanos()).isEqualTo(10);
        assertThat(result.boundNanos()).isEqualTo(10);
        assertThat(result.uses()).containsExactly(new QueueUse("0", "0", 1, 1, 10), new QueueUse("1", "0", 1, 1, 10));
    }

    @Test
    void flaggedOperationsAreLeftOut() {
        Recording recording = new Recording().ran("1", 0, 10).ran("1", 500, 0).ran("2", 900, -5);
        ReplayResult result = replay(recording, Gaps.KEEP).run(BUSY_TRACKING, 1);
        assertThat(result.makespanNanos()).isEqualTo(10);
        assertThat(operations(result)).containsExactly(1);
    }

    @Test
    void withoutAnOperationThereIsNothingToReplay() {
        assertThatExceptionOfType(UnreadableTraceException.class)
                .isThrownBy(() -> replay(new Recording().ran("1", 5, 0), Gaps.KEEP))
                .withMessageContaining("no device work");
    }

    @Test
    void percentilesAreOfTheOperations() {
        long[] nanos = new long[200];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = (long) nanos.length - i;
        }
        assertThat(WaitTimes.of(nanos)).isEqualTo(new WaitTimes(100, 198, 200));
        assertThat(WaitTimes.of(new long[] {7})).isEqualTo(new WaitTimes(7, 7, 7));
    }

    @Test
    void theScheduleTellsWhenAndWhereEachOperationRan() {
        Recording recording = new Recording()
                .ran("0", "1", null, OptionalLong.empty(), 100, 10)
                .ran("1", "1", null, OptionalLong.empty(), 100, 7)
                .ran("0", "2", null, OptionalLong.empty(), 102, 20)
                .ran("1", "2", null, OptionalLong.empty(), 103, 1);
        List<Schedule> schedules = new ArrayList<>();
        replay(recording, Gaps.KEEP).run(BUSY_TRACKING, 1, schedules::add);
        replay(recording, Gaps.KEEP).run(BUSY_TRACKING, 2, schedules::add);
        assertThat(schedules.getFirst().count()).isEqualTo(4);
        assertThat(ran(schedules.getFirst(), 0)).containsExactly(0L, 0L, 0L);
        assertThat(ran(schedules.getFirst(), 1)).containsExactly(1L, 0L, 0L);
        assertThat(ran(schedules.getFirst(), 2)).containsExactly(0L, 10L, 8L);
        assertThat(ran(schedules.getFirst(), 3)).containsExactly(1L, 7L, 4L);
        assertThat(ran(schedules.getLast(), 2)).containsExactly(1L, 2L, 0L);
        assertThat(ran(schedules.getLast(), 3)).containsExactly(3L, 3L, 0L);
    }

    private static List<Long> ran(Schedule schedule, int operation) {
        return List.of(
                (long) schedule.queue(operation), schedule.startedNanos(operation), schedule.waitedNanos(operation));
    }
}
