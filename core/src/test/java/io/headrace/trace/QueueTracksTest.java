package io.headrace.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueTracksTest {

    private final QueueTracks queue = new QueueTracks(1);
    private final Map<Integer, List<long[]>> tracks = new HashMap<>();

    private int place(long started, long ended) {
        int track = queue.place(started, ended, queue.opened() + 1);
        tracks.computeIfAbsent(track, ignored -> new ArrayList<>()).add(new long[] {started, ended});
        return track;
    }

    private void assertNoneOverlap(String what) {
        tracks.forEach((track, runs) -> {
            runs.sort(Comparator.<long[]>comparingLong(run -> run[0]).thenComparingLong(run -> run[1]));
            for (int i = 1; i < runs.size(); i++) {
                assertThat(runs.get(i)[0]).as("%s track=%d", what, track).isGreaterThanOrEqualTo(runs.get(i - 1)[1]);
            }
        });
    }

    @Test
    void operationsOneAfterTheOtherNeedOneTrack() {
        for (int i = 0; i < 100_000; i++) {
            assertThat(place(10L * i, 10L * i + 10)).isEqualTo(1);
        }
    }

    @Test
    void operationsThatOverlapGetTracksOfTheirOwnAndGiveThemBack() {
        assertThat(place(0, 10)).isEqualTo(1);
        assertThat(place(9, 20)).isEqualTo(2);
        assertThat(place(5, 30)).isEqualTo(3);
        assertThat(place(10, 11)).isEqualTo(1);
        assertThat(place(20, 21)).isEqualTo(1);
    }

    @Test
    void anOperationThatComesLateFillsAGap() {
        assertThat(place(0, 10)).isEqualTo(1);
        assertThat(place(20, 30)).isEqualTo(1);
        assertThat(place(10, 20)).isEqualTo(1);
        assertThat(place(19, 20)).isEqualTo(2);
    }

    @Test
    void operationsThatTookNoTimeNeedNoTrackOfTheirOwnUnlessAnotherOneRunsThen() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(place(5, 5)).isEqualTo(1);
        }
        assertThat(place(5, 9)).isEqualTo(1);
        assertThat(place(5, 5)).isEqualTo(1);
        assertThat(place(9, 9)).isEqualTo(1);
        assertThat(place(6, 6)).isEqualTo(2);
        assertThat(place(5, 6)).isEqualTo(2);
        assertThat(place(4, 5)).isEqualTo(2);
        assertThat(place(4, 6)).isEqualTo(3);
    }

    @Test
    void inAnyOrderNoneOverlap() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long[] run = Records.run(random, i % 3 == 0 ? 50_000 : 5 * i + 1);
            place(run[0], run[1]);
        }
        assertNoneOverlap("seed=" + seed);
    }

    @Test
    void evenBackwardsNoneOverlap() {
        for (int i = 5_000; i > 0; i--) {
            place(10L * i, 10L * i + 11);
        }
        assertNoneOverlap("backwards");
    }

    @Test
    void moreAtOnceThanAreLookedAtDoNotOverlapEither() {
        for (int i = 0; i < 1_000; i++) {
            place(i, 2_000);
        }
        assertThat(queue.opened()).isEqualTo(1_000);
        assertNoneOverlap("at once");
    }
}
