package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeviceClockTest {

    private static final long MHZ_100 = 100_000_000;
    private static final long OFFSET = 200_000;

    @Test
    void aCounterOf100MegahertzAndAnOffsetOf200Microseconds() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, OFFSET);
        assertThat(clock.ticksPerSecond()).isEqualTo(MHZ_100);
        assertThat(clock.nanos(0)).isEqualTo(200_000);
        assertThat(clock.nanos(1)).isEqualTo(200_010);
        assertThat(clock.nanos(MHZ_100)).isEqualTo(1_000_200_000);
        // Ten years of uptime: a double would be off by tens of nanoseconds here.
        assertThat(clock.nanos(10 * 365 * 86_400 * MHZ_100 + 7))
                .isEqualTo(10 * 365 * 86_400 * 1_000_000_000L + 200_070);
    }

    @Test
    void timesAreThoseOfExactArithmetic() {
        Random random = new Random(7);
        for (long ticksPerSecond :
                new long[] {1, 3, 32_768, 19_200_000, 24_576_000, MHZ_100, 1_000_000_007, 1L << 33}) {
            for (int i = 0; i < 2_000; i++) {
                long base = random.nextLong();
                long nanos = random.nextLong() >> 8;
                long elapsed = random.nextLong() % (ticksPerSecond * 1_000_000);
                DeviceClock clock = new DeviceClock(ticksPerSecond, base, nanos);
                assertThat(clock.nanos(base + elapsed))
                        .as("ticksPerSecond=%d elapsed=%d", ticksPerSecond, elapsed)
                        .isEqualTo(nanos + exact(elapsed, ticksPerSecond));
            }
        }
    }

    private static long exact(long ticks, long ticksPerSecond) {
        BigInteger[] both = BigInteger.valueOf(ticks)
                .multiply(BigInteger.valueOf(1_000_000_000))
                .divideAndRemainder(BigInteger.valueOf(ticksPerSecond));
        return both[0].longValueExact() - (both[1].signum() < 0 ? 1 : 0);
    }

    @Test
    void aCounterMayWrapAround() {
        DeviceClock clock = new DeviceClock(MHZ_100, Long.MAX_VALUE - 4, 0);
        assertThat(clock.nanos(Long.MIN_VALUE + 5)).isEqualTo(100);
        DeviceClock unsigned = new DeviceClock(MHZ_100, -5, 0);
        assertThat(unsigned.nanos(5)).isEqualTo(100);
    }

    @Test
    void theHostsClockGivesWhatItGets() {
        for (long ticks : new long[] {0, 1, -1, System.nanoTime(), 1_000_000_000_000_000_001L}) {
            assertThat(DeviceClock.host().nanos(ticks)).isEqualTo(ticks);
        }
        assertThatThrownBy(() -> DeviceClock.host().adjust(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void impossibleCountersAreRefused() {
        for (long bad : new long[] {0, -1, (1L << 33) + 1, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> new DeviceClock(bad, 0, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ticksPerSecond=" + bad);
        }
    }

    @Test
    void aClockThatIsRightStaysAsItIs() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, OFFSET);
        clock.adjust(500, OFFSET + 5_000);
        assertThat(clock.nanos(400)).isEqualTo(OFFSET + 4_000);
        assertThat(clock.nanos(600)).isEqualTo(OFFSET + 6_000);
    }

    @Test
    void aClockThatIsLateMakesAStepBehindWhatWasAskedFor() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        assertThat(clock.nanos(1_200)).isEqualTo(12_000);
        clock.adjust(1_000, 10_500);
        assertThat(clock.nanos(1_200)).as("what was answered once").isEqualTo(12_000);
        assertThat(clock.nanos(900)).isEqualTo(9_000);
        assertThat(clock.nanos(1_201)).isEqualTo(12_510);
    }

    @Test
    void aClockThatIsEarlyGoesSlowerUntilItIsRight() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        clock.adjust(1_000, 9_900);
        assertThat(clock.nanos(1_000)).isEqualTo(10_000);
        long before = 0;
        for (long ticks = 0; ticks < 20_000; ticks++) {
            long nanos = clock.nanos(ticks);
            assertThat(nanos).as("ticks=%d", ticks).isGreaterThanOrEqualTo(before);
            before = nanos;
        }
        // 100 ns early take 102,400 ns, which are 10,240 ticks.
        assertThat(clock.nanos(1_000 + 10_239)).isGreaterThan(9_900 + 102_390);
        assertThat(clock.nanos(1_000 + 10_240)).isEqualTo(9_900 + 102_400);
        assertThat(clock.nanos(1_000 + 50_000)).isEqualTo(9_900 + 500_000);
    }

    @Test
    void aClockThatIsEarlyByDaysIsStillNeverTurnedBack() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        clock.adjust(MHZ_100, -86_400_000_000_000L);
        assertThat(clock.nanos(MHZ_100)).isEqualTo(1_000_000_000);
        assertThat(clock.nanos(2 * MHZ_100)).isBetween(1_999_000_000L, 2_000_000_000L);
    }

    @Test
    void whatIsNoTickOfTheCounterHoldsUpNoAdjustment() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        clock.nanos(Long.MAX_VALUE / 4);
        clock.adjust(1_000, 11_000);
        assertThat(clock.nanos(1_000)).isEqualTo(11_000);
    }

    @Test
    void aReadingThatIsOlderThanAnAnswerMovesNoAnswer() {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        clock.adjust(6 * MHZ_100, 6_000_000_000L);
        long answered = clock.nanos(6 * MHZ_100 + 500);
        long beforeThat = clock.nanos(4 * MHZ_100);
        for (long nanos : new long[] {999_500_000, 1_000_500_000}) {
            clock.adjust(MHZ_100, nanos);
            assertThat(clock.nanos(6 * MHZ_100 + 500)).isEqualTo(answered);
            assertThat(clock.nanos(4 * MHZ_100)).isEqualTo(beforeThat);
            assertThat(clock.nanos(6 * MHZ_100 + 501)).isGreaterThanOrEqualTo(answered);
        }
    }

    @Test
    void aTickThatIsYetToComeIsNoOperationsEnd() {
        DeviceClock clock = new DeviceClock(MHZ_100, 1_000, 0);
        assertThat(clock.mayHaveHad(1_000 + MHZ_100)).isTrue();
        assertThat(clock.mayHaveHad(5)).isTrue();
        assertThat(clock.mayHaveHad(1_000 + 3_600 * MHZ_100)).isFalse();
        assertThat(new TickPair(2_000, 3_000).on(clock)).isNotNull();
        assertThat(new TickPair(2_000, 2_000 + 3_600 * MHZ_100).on(clock)).isNull();
        assertThat(new TickPair(-1, 3_000).on(clock))
                .as("a start as a lost device gives it")
                .isNull();
        assertThat(new TickPair(2_000, -1).on(clock)).isNull();
    }

    @Test
    void aDurationIsRightWhenTheHostsClockWrapsAround() {
        long start = Long.MAX_VALUE - 10;
        Timestamps host = Objects.requireNonNull(new TickPair(start, start + 500).on(DeviceClock.host()));
        assertThat(host.durationNanos()).isEqualTo(500);
        DeviceClock clock = new DeviceClock(MHZ_100, 1_000, Long.MAX_VALUE - 15);
        Timestamps device = Objects.requireNonNull(new TickPair(1_000, 1_050).on(clock));
        assertThat(device.durationNanos()).isEqualTo(500);
        assertThat(Objects.requireNonNull(new TickPair(7, 7).on(DeviceClock.host()))
                        .durationNanos())
                .isOne();
    }

    @Test
    void timeGoesOnThroughManyAdjustments() {
        Random random = new Random(11);
        for (int clocks = 0; clocks < 50; clocks++) {
            DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
            List<long[]> answers = new ArrayList<>();
            long ticks = 0;
            for (int i = 0; i < 30; i++) {
                for (int n = 0; n < 20; n++) {
                    ticks += random.nextInt(2_000);
                    answers.add(new long[] {ticks, clock.nanos(ticks)});
                }
                clock.adjust(ticks - random.nextInt(500), 10 * ticks + random.nextInt(4_000) - 2_000);
            }
            assertThatTimeGoesOn(answers);
            for (long[] answer : answers) {
                assertThat(clock.nanos(answer[0])).isEqualTo(answer[1]);
            }
        }
    }

    @Test
    void timeGoesOnForThoseWhoAskWhileItIsAdjusted() throws InterruptedException {
        DeviceClock clock = new DeviceClock(MHZ_100, 0, 0);
        AtomicLong counter = new AtomicLong();
        int most = 300_000;
        long[] answers = new long[3 * most + 1];
        AtomicInteger asking = new AtomicInteger(3);
        Crew crew = new Crew();
        for (int i = 0; i < 3; i++) {
            crew.start(() -> {
                for (int n = 0; n < most; n++) {
                    long ticks = counter.incrementAndGet();
                    answers[(int) ticks] = clock.nanos(ticks);
                }
                asking.decrementAndGet();
            });
        }
        // Fewer than the clock remembers: a thread may be held between its tick and its question for as long as all of
        // them take.
        int adjustments = 24;
        for (long step = 0; asking.get() > 0; ) {
            long ticks = counter.get();
            if (ticks >= step * (3L * most / adjustments)) {
                clock.adjust(ticks, 10 * ticks + 1_000 * step);
                step++;
            }
        }
        crew.join();
        for (int ticks = 1; ticks < answers.length; ticks++) {
            if (answers[ticks] < answers[ticks - 1]) {
                assertThat(answers[ticks]).as("ticks=%d", ticks).isGreaterThanOrEqualTo(answers[ticks - 1]);
            }
        }
    }

    private static void assertThatTimeGoesOn(List<long[]> answers) {
        answers.sort(Comparator.comparingLong(answer -> answer[0]));
        for (int i = 1; i < answers.size(); i++) {
            if (answers.get(i)[1] < answers.get(i - 1)[1]) {
                assertThat(answers.get(i))
                        .as("behind %s", answers.get(i - 1)[1])
                        .isNull();
            }
        }
    }
}
