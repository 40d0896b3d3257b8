package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.error.InvalidSignalException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Signals that streams set and wait for. */
abstract class StreamSignalContract extends DriverContract {

    private record Case(Condition condition, long value, long missing, long meeting) {}

    private static final List<Case> CASES = List.of(
            new Case(Condition.EQ, 5, 4, 5),
            new Case(Condition.NE, 0, 0, -1),
            new Case(Condition.LT, -3, -3, -4),
            new Case(Condition.LT, 0, 0, Long.MIN_VALUE),
            new Case(Condition.GTE, 7, 6, 7),
            new Case(Condition.GTE, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE));

    @Test
    void aStreamWaitsForEachCondition() throws InterruptedException {
        Device device = device();
        for (Case c : CASES) {
            AtomicBoolean ran = new AtomicBoolean();
            try (Signal signal = device.signal(c.missing());
                    Stream stream = device.stream();
                    Stream other = device.stream()) {
                stream.waitFor(signal, c.condition(), c.value()).launch(Range.of(1), x -> ran.set(true));
                signal.storeRelease(c.missing());
                finish(other.launch(Range.of(1), x -> {}));
                assertThat(ran).as(c.toString()).isFalse();
                other.set(signal, c.meeting());
                finish(stream);
                assertThat(ran).as(c.toString()).isTrue();
            }
        }
    }

    @Test
    void theHostWaitsForWhatAStreamSets() throws InterruptedException {
        Device device = device();
        for (Case c : CASES) {
            Gate gate = gate();
            try (Signal signal = device.signal(c.missing());
                    Stream stream = device.stream()) {
                gate.hold(stream).set(signal, c.meeting());
                assertThat(signal.await(c.condition(), c.value(), Duration.ofMillis(5)))
                        .as(c.toString())
                        .isFalse();
                gate.open();
                assertThat(signal.await(c.condition(), c.value())).isEqualTo(c.meeting());
                finish(stream);
            }
        }
    }

    @Test
    void aSetComesAfterWhatStandsBeforeIt() throws InterruptedException {
        Device device = device();
        int[] cell = new int[1];
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            for (int i = 1; i <= 1_000; i++) {
                int value = i;
                stream.launch(Range.of(1), x -> cell[0] = value).set(signal, i);
                assertThat(signal.await(Condition.GTE, i, LIMIT)).isTrue();
                assertThat(cell[0]).isEqualTo(i);
            }
            finish(stream);
        }
    }

    @Test
    void anyStoreMovesAHeldStreamOn() throws InterruptedException {
        Device device = device();
        List<Consumer<Signal>> stores = List.of(
                signal -> signal.storeRelaxed(1),
                signal -> signal.storeRelease(1),
                signal -> signal.addRelaxed(1),
                signal -> signal.addAcqRel(1),
                signal -> signal.subtractRelease(-1),
                signal -> signal.orRelease(1),
                signal -> signal.xorRelease(1),
                signal -> signal.exchangeAcqRel(1),
                signal -> signal.compareAndSetAcqRel(0, 1));
        for (Consumer<Signal> store : stores) {
            try (Signal signal = device.signal(0);
                    Stream stream = device.stream()) {
                stream.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
                store.accept(signal);
                finish(stream);
            }
        }
        try (Signal signal = device.signal(3);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1);
            signal.andRelease(1);
            finish(stream);
        }
    }

    @Test
    void manyStreamsWaitForOneSignal() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0)) {
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                streams.add(device.stream()
                        .waitFor(signal, Condition.GTE, 1 + i % 3)
                        .launch(Range.of(1), x -> {}));
            }
            signal.storeRelease(3);
            for (Stream stream : streams) {
                finish(stream);
            }
        }
    }

    @Test
    void aStreamWaitsForManySignals() throws InterruptedException {
        Device device = device();
        List<Signal> signals = new ArrayList<>();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 100; i++) {
                Signal signal = device.signal(0);
                signals.add(signal);
                stream.waitFor(signal, Condition.NE, 0);
            }
            stream.launch(Range.of(1), x -> ran.set(true));
            for (int i = 99; i > 0; i--) {
                signals.get(i).storeRelease(1);
            }
            assertThat(stream.isDone()).isFalse();
            assertThat(ran).isFalse();
            signals.getFirst().storeRelease(1);
            finish(stream);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void storesAndWaitsPingPongWithoutALostWakeUp() throws Exception {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            Task<Boolean> host = Task.run(() -> {
                for (int i = 0; i < 2_000; i++) {
                    signal.await(Condition.EQ, 2 * i + 1);
                    signal.storeRelease(2 * i + 2);
                }
            });
            for (int i = 0; i < 2_000; i++) {
                stream.set(signal, 2 * i + 1).waitFor(signal, Condition.EQ, 2 * i + 2);
            }
            host.join();
            finish(stream);
        }
    }

    @Test
    void aWaitOfTheHostEndsWithAnErrorWhenItsSignalIsClosed() throws Exception {
        Device device = device();
        Signal signal = device.signal(0);
        Task<Boolean> platform = Task.run(() -> signal.await(Condition.EQ, 1));
        Task<Boolean> virtual = Task.startVirtual(() -> signal.await(Condition.EQ, 1, LIMIT));
        Eventually.isBlocked(platform.thread());
        Eventually.isBlocked(virtual.thread());
        signal.close();
        assertThat(platform.failure()).isInstanceOf(InvalidSignalException.class);
        assertThat(virtual.failure()).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.storeRelease(1)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
    }
}
