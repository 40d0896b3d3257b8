package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalTimesTest {

    private final SignalPool pool = new SignalPool(0, 0);
    private final Signal signal = pool.create(0);
    private final DeviceClock clock = new DeviceClock(100_000_000, 0, 200_000);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void nothingStampedIsNoTimes() {
        assertThat(signal.dispatchTimes(clock)).isEmpty();
        assertThat(signal.copyTimes(clock)).isEmpty();
    }

    @Test
    void ticksAreTurnedIntoTheHostsTime() {
        signal.stampDispatch(100_000_000, 100_000_250);
        assertThat(signal.dispatchTimes(clock))
                .contains(new Timestamps(1_000_200_000, 1_000_202_500, 100_000_000, 100_000_250));
        assertThat(signal.dispatchTimes(clock).orElseThrow().durationNanos()).isEqualTo(2_500);
    }

    @Test
    void aCopyEnginesTimesWinWhenTheyHaveAnEnd() {
        signal.stampDispatch(10, 20);
        assertThat(signal.copyTimes(clock).orElseThrow().startTicks()).isEqualTo(10);
        raw(SlotLayout.COPY_START, 30);
        assertThat(signal.copyTimes(clock).orElseThrow().startTicks()).isEqualTo(10);
        raw(SlotLayout.COPY_END, 40);
        assertThat(signal.copyTimes(clock).orElseThrow().startTicks()).isEqualTo(30);
        assertThat(signal.dispatchTimes(clock).orElseThrow().startTicks()).isEqualTo(10);
        signal.clearTimes();
        assertThat(signal.copyTimes(clock)).isEmpty();
        signal.stampDispatch(50, 60);
        assertThat(signal.copyTimes(clock).orElseThrow().startTicks()).isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource({"20, 10", "0, 10", "10, 0", "10, -1", "-1, -1", "9223372036854775807, 1"})
    void timesThatCannotBeAreNone(long start, long end) {
        raw(SlotLayout.START, start);
        raw(SlotLayout.END, end);
        assertThat(signal.dispatchTimes(clock)).isEmpty();
        assertThat(signal.copyTimes(clock)).isEmpty();
    }

    @Test
    void whatBeganAndEndedWithinOneTickTookANanosecond() {
        signal.stampDispatch(7, 7);
        Timestamps times = signal.dispatchTimes(clock).orElseThrow();
        assertThat(times.durationNanos()).isOne();
        assertThat(times.startTicks()).isEqualTo(times.endTicks());
        signal.stampDispatch(7, 8);
        DeviceClock fast = new DeviceClock(8_000_000_000L, 0, 0);
        assertThat(signal.dispatchTimes(fast).orElseThrow().durationNanos()).isOne();
    }

    @Test
    void aCounterThatPassesItsSignGivesTimesToo() {
        DeviceClock late = new DeviceClock(100_000_000, Long.MAX_VALUE - 10, 0);
        signal.stampDispatch(Long.MAX_VALUE, Long.MIN_VALUE + 9);
        assertThat(signal.dispatchTimes(late).orElseThrow().durationNanos()).isEqualTo(100);
    }

    @Test
    void timesGoToTheSlotOfASignalThatIsClosedButRetained() {
        Signal first = pool.create(0);
        first.retain();
        first.close();
        first.stampDispatch(10, 20);
        assertThat(Words.getLongAcquire(first.handle() + SlotLayout.END)).isEqualTo(20);
        assertThatThrownBy(() -> first.dispatchTimes(clock)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> first.copyTimes(clock)).isInstanceOf(InvalidSignalException.class);
        first.release();
        Signal next = pool.create(0);
        assertThat(next.handle()).isEqualTo(first.handle());
        assertThat(next.dispatchTimes(clock)).isEmpty();
    }

    private void raw(int offset, long ticks) {
        Words.setLongVolatile(signal.handle() + offset, ticks);
    }
}
