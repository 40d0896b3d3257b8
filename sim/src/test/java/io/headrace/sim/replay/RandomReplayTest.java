package io.headrace.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueueSlot;
import io.headrace.sim.VirtualTime;
import io.headrace.sim.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Random traces under all policies: nothing is lost, every order is kept, a queue runs one at a time. */
class RandomReplayTest {

    private static final long FIRST_SEED = System.nanoTime();

    private static Trace random(Random random) {
        Recording recording = new Recording();
        int streams = 1 + random.nextInt(8);
        long now = 0;
        for (int i = 0; i < 1 + random.nextInt(120); i++) {
            String stream = Integer.toString(random.nextInt(streams));
            if (random.nextInt(5) == 0) {
                recording.waited(stream, Integer.toString(random.nextInt(streams)));
            }
            now += random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(3);
            OptionalLong submitted =
                    random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(now - random.nextInt(40));
            recording.ran("0", stream, "q" + random.nextInt(3), submitted, now, 1 + random.nextInt(60));
        }
        return recording.trace();
    }

    @RepeatedTest(300)
    void everyReplayKeepsTheRules(RepetitionInfo repetition) {
        long seed = FIRST_SEED + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Trace trace = random(random);
        int queues = 1 + random.nextInt(5);
        for (Gaps gaps : Gaps.values()) {
            Workload work = new Workload(trace, gaps);
            for (Binding binding : Binding.values()) {
                String what = "seed=" + seed + " gaps=" + gaps + " binding=" + binding;
                for (QueuePolicy policy : QueuePolicy.values()) {
                    VirtualTime time = new VirtualTime();
                    check(work, new PooledPlacement(work, policy, queues, time), binding, time, what + " " + policy);
                }
                VirtualTime time = new VirtualTime();
                check(work, new RecordedPlacement(work, time), binding, time, what + " recorded");
            }
        }
    }

    private static void check(Workload work, Placement placement, Binding binding, VirtualTime time, String what) {
        ReplayRun run = new ReplayRun(work, placement, binding, time);
        run.run();
        Bounds bounds = new Bounds(work);
        Map<QueueSlot, List<Integer>> queues = new HashMap<>();
        long last = 0;
        for (int i = 0; i < work.count(); i++) {
            long begun = run.endedNanos(i) - work.nanos(i);
            assertThat(begun).as(what).isGreaterThanOrEqualTo(work.comes(i));
            assertThat(run.waited()[i]).as(what).isNotNegative();
            if (work.before(i) >= 0) {
                assertThat(begun).as(what).isGreaterThanOrEqualTo(run.endedNanos(work.before(i)));
            }
            for (int other : work.waitsFor(i)) {
                assertThat(begun).as(what).isGreaterThanOrEqualTo(run.endedNanos(other));
            }
            queues.computeIfAbsent(run.where(i), slot -> new ArrayList<>()).add(i);
            last = Math.max(last, run.endedNanos(i));
        }
        assertThat(run.makespanNanos()).as(what).isEqualTo(last);
        assertThat(last)
                .as(what)
                .isGreaterThanOrEqualTo(
                        bounds.nanos(device -> placement.slots(device).size()));
        queues.forEach((slot, operations) -> checkQueue(work, run, slot, operations, what));
        assertThat(placement.slots(0)).as(what).allMatch(slot -> slot.users() == 0);
    }

    private static void checkQueue(
            Workload work, ReplayRun run, QueueSlot slot, List<Integer> operations, String what) {
        operations.sort(Comparator.comparingLong(run::endedNanos));
        for (int i = 1; i < operations.size(); i++) {
            int operation = operations.get(i);
            assertThat(run.endedNanos(operation) - work.nanos(operation))
                    .as(what)
                    .isGreaterThanOrEqualTo(run.endedNanos(operations.get(i - 1)));
        }
        VirtualQueue queue = (VirtualQueue) slot.ensure();
        assertThat(queue.operations()).as(what).isEqualTo(operations.size());
        assertThat(queue.busyNanos())
                .as(what)
                .isEqualTo(operations.stream().mapToLong(work::nanos).sum());
    }
}
