package io.headrace.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private final VirtualTime time = new VirtualTime();
    private final List<String> seen = new ArrayList<>();

    private Runnable see(String what) {
        return () -> seen.add(what + "@" + time.nanos());
    }

    @Test
    void eventsHappenInTheOrderOfTheirTimes() {
        time.at(30, see("c"));
        time.at(10, see("a"));
        time.at(20, see("b"));
        time.run();
        assertThat(seen).containsExactly("a@10", "b@20", "c@30");
        assertThat(time.nanos()).isEqualTo(30);
        assertThat(time.happened()).isEqualTo(3);
    }

    @Test
    void eventsOfTheSameTimeHappenInTheOrderInWhichTheyWerePlanned() {
        for (int i = 0; i < 1_000; i++) {
            time.at(5, see("e" + i));
        }
        time.run();
        for (int i = 0; i < 1_000; i++) {
            assertThat(seen.get(i)).isEqualTo("e" + i + "@5");
        }
    }

    @Test
    void whatIsPlannedForNowComesBehindWhatIsPlannedForNowAlready() {
        time.at(5, () -> {
            see("first").run();
            time.after(0, see("third"));
        });
        time.at(5, see("second"));
        time.run();
        assertThat(seen).containsExactly("first@5", "second@5", "third@5");
    }

    @Test
    void aCancelledEventDoesNotHappenAndMovesNoClock() {
        PlannedEvent late = time.at(90, see("late"));
        time.at(10, late::cancel);
        time.run();
        assertThat(seen).isEmpty();
        assertThat(time.nanos()).isEqualTo(10);
        assertThat(time.happened()).isEqualTo(1);
    }

    @Test
    void thePastAndWhatIsBeyondTheEndAreRefused() {
        time.at(10, see("a"));
        time.run();
        assertThatThrownBy(() -> time.at(9, see("b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("now=10");
        assertThatThrownBy(() -> time.after(-1, see("b"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> time.after(Long.MAX_VALUE - 9, see("b")))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("292 years");
        time.after(Long.MAX_VALUE - 10, see("last"));
        time.run();
        assertThat(seen).containsExactly("a@10", "last@" + Long.MAX_VALUE);
    }

    @Test
    void aRandomPlanIsTheSameEachTime() {
        long seed = System.nanoTime();
        assertThat(randomRun(seed))
                .as("seed=%d", seed)
                .isEqualTo(randomRun(seed))
                .hasSizeGreaterThan(200);
    }

    private static List<Long> randomRun(long seed) {
        Random random = new Random(seed);
        VirtualTime time = new VirtualTime();
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long id = i;
            time.at(random.nextInt(20), () -> {
                order.add(time.nanos() * 1_000 + id);
                if (random.nextBoolean()) {
                    time.after(random.nextInt(3), () -> order.add(-id));
                }
            });
        }
        time.run();
        return order;
    }
}
