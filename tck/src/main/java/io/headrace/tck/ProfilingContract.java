package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.TimeSource;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.Timestamps;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The times that signals get from streams that are profiled. */
abstract class ProfilingContract extends DriverContract {

    private static final StreamOptions PROFILED = StreamOptions.defaults().withProfiling();

    @Test
    void aSignalGetsTheTimesOfTheLaunchBeforeIt() throws InterruptedException {
        Device device = device();
        TimeSource time = device.time();
        long[] inside = new long[2];
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(PROFILED)) {
            stream.launch(Range.of(1), i -> {
                        inside[0] = time.nanos();
                        long now = System.nanoTime();
                        while (System.nanoTime() == now) {
                            Thread.onSpinWait();
                        }
                        inside[1] = time.nanos();
                    })
                    .set(signal, 1);
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
            Timestamps times = timesOf(signal);
            assertThat(times.startNanos()).isLessThanOrEqualTo(inside[0]);
            assertThat(times.endNanos()).isGreaterThanOrEqualTo(inside[1]);
            finish(stream);
        }
    }

    @Test
    void timesFollowTheStreamsOrderAndNoneTakesNothing() throws InterruptedException {
        Device device = device();
        List<Timestamps> all = new ArrayList<>();
        try (SignalBatch batch = device.signals(200, 0);
                Stream stream = device.stream(PROFILED)) {
            for (int i = 0; i < batch.size(); i++) {
                stream.launch(Range.of(1), x -> {}).set(batch.get(i), 1);
            }
            finish(stream);
            for (Signal signal : batch) {
                assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
                all.add(timesOf(signal));
            }
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).durationNanos()).isPositive();
            if (i > 0) {
                assertThat(all.get(i).startNanos())
                        .isGreaterThanOrEqualTo(all.get(i - 1).startNanos());
            }
        }
    }

    @Test
    void aCopysTimesAreFoundAsSuchHoweverItIsMade() throws InterruptedException {
        Device device = device();
        byte[] bytes = new byte[100_000];
        try (Signal signal = device.signal(0);
                Buffer buffer = device.buffer(bytes.length);
                Stream stream = device.stream(PROFILED)) {
            stream.copy(MemorySegment.ofArray(bytes), buffer).set(signal, 1);
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
            long first = signal.copyTimes(DeviceClock.host()).orElseThrow().startNanos();
            stream.copy(buffer, MemorySegment.ofArray(bytes)).set(signal, 2);
            assertThat(signal.await(Condition.EQ, 2, LIMIT)).isTrue();
            assertThat(signal.copyTimes(DeviceClock.host()).orElseThrow().startNanos())
                    .isGreaterThan(first);
            stream.launch(Range.of(1), i -> {}).set(signal, 3);
            assertThat(signal.await(Condition.EQ, 3, LIMIT)).isTrue();
            assertThat(timesOf(signal))
                    .as("the launch's")
                    .isEqualTo(signal.copyTimes(DeviceClock.host()).orElseThrow());
            finish(stream);
        }
    }

    @Test
    void aReplaysTimesAreThoseOfAllOfIt() throws InterruptedException {
        Device device = device();
        TimeSource time = device.time();
        long[] inside = new long[2];
        Recording recording = device.record(recorder -> recorder.launch(Range.of(1), i -> inside[0] = time.nanos())
                .launch(Range.of(1), i -> inside[1] = time.nanos()));
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(PROFILED)) {
            stream.replay(recording).set(signal, 1);
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
            assertThat(timesOf(signal).startNanos()).isLessThanOrEqualTo(inside[0]);
            assertThat(timesOf(signal).endNanos()).isGreaterThanOrEqualTo(inside[1]);
            finish(stream);
        }
    }

    @Test
    void withoutAnOperationOrProfilingThereAreNoTimes() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream plain = device.stream();
                Stream profiled = device.stream(PROFILED)) {
            plain.launch(Range.of(1), i -> {}).set(signal, 1);
            finish(plain);
            assertThat(signal.dispatchTimes(DeviceClock.host())).isEmpty();
            signal.retain();
            signal.stampDispatch(1, 2);
            signal.release();
            profiled.hostCall(() -> {}).set(signal, 2);
            finish(profiled);
            assertThat(signal.await(Condition.EQ, 2, LIMIT)).isTrue();
            assertThat(signal.dispatchTimes(DeviceClock.host())).isEmpty();
        }
    }

    @Test
    void aLaunchThatFailsLeavesTheSignalAsItWas() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(PROFILED)) {
            stream.launch(Range.of(1), i -> {
                        throw new IllegalStateException("thrown on purpose by a test");
                    })
                    .set(signal, 1);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(signal.loadAcquire()).isZero();
            assertThat(signal.dispatchTimes(DeviceClock.host())).isEmpty();
            stream.launch(Range.of(1), i -> {}).set(signal, 2);
            finish(stream);
            assertThat(timesOf(signal).durationNanos()).isPositive();
        }
    }

    private static Timestamps timesOf(Signal signal) {
        return signal.dispatchTimes(DeviceClock.host()).orElseThrow();
    }
}
