package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.error.InvalidSignalException;
import io.headrace.kernel.Range;
import io.headrace.memory.Words;
import io.headrace.signal.AnyResult;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalRegistration;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Waits for several signals, handlers, futures, and stores that are not made through the library. */
abstract class SignalWaitContract extends DriverContract {

    private static final long VALUE_OFFSET = 8;

    @Test
    void aWaitForAnyEndsByTheSignalThatAStreamSets() throws InterruptedException {
        Device device = device();
        try (Signal first = device.signal(0);
                Signal second = device.signal(0);
                Stream stream = device.stream()) {
            for (int i = 1; i <= 200; i++) {
                stream.launch(Range.of(1), x -> {}).set(i % 2 == 0 ? first : second, i);
                AnyResult result = Signals.awaitAny(Arrays.asList(null, first, second), Condition.EQ, i, LIMIT);
                assertThat(result.index()).isEqualTo(i % 2 == 0 ? 1 : 2);
                assertThat(result.observed()).isEqualTo(i);
            }
            finish(stream);
        }
    }

    @Test
    void aWaitForAllEndsOnceManyStreamsHaveSetTheirSignals() throws InterruptedException {
        Device device = device();
        List<Signal> signals = new ArrayList<>();
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            signals.add(device.signal(0));
            streams.add(device.stream().launch(Range.of(1), x -> {}).set(signals.get(i), i + 1));
        }
        long[] observed = new long[40];
        assertThat(Signals.awaitAll(
                        signals.toArray(new Signal[0]), Condition.NE, 0, LIMIT.toNanos(), WaitHint.ADAPTIVE, observed))
                .isTrue();
        for (int i = 0; i < 40; i++) {
            assertThat(observed[i]).isEqualTo(i + 1);
            finish(streams.get(i));
        }
    }

    @Test
    void aWaitForAnyIgnoresASignalThatIsClosedMeanwhile() throws Exception {
        Device device = device();
        Signal closing = device.signal(0);
        try (Signal other = device.signal(0);
                Stream stream = device.stream()) {
            Task<AnyResult> any = Task.start(() -> Signals.awaitAny(List.of(closing, other), Condition.EQ, 1, LIMIT));
            Task<AnyResult> none = Task.start(() -> Signals.awaitAny(List.of(closing), Condition.EQ, 1, LIMIT));
            Eventually.isBlocked(any.thread());
            closing.close();
            assertThat(none.join().outcome()).isEqualTo(AnyResult.Outcome.NONE_VALID);
            stream.set(other, 1);
            assertThat(any.join().index()).isOne();
            finish(stream);
        }
    }

    @Test
    void aStoreAtTheNativeAddressMovesAHeldStreamOn() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            AtomicBoolean ran = new AtomicBoolean();
            stream.waitFor(signal, Condition.GTE, 3).launch(Range.of(1), x -> ran.set(true));
            long word = signal.nativeAddress() + VALUE_OFFSET;
            Words.setLongVolatile(word, 2);
            assertThat(stream.isDone()).isFalse();
            Words.setLongVolatile(word, 3);
            finish(stream);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void aHandlerIsCalledForWhatAStreamSetsAndMayUseTheDevice() throws InterruptedException {
        Device device = device();
        List<Long> seen = new CopyOnWriteArrayList<>();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream();
                Stream answering = device.stream();
                SignalRegistration registration = signal.onChange(Condition.GTE, 1, observed -> {
                    answering.launch(Range.of(1), x -> seen.add(observed));
                    return observed < 10;
                })) {
            for (long i = 1; i <= 10; i++) {
                long set = i;
                stream.launch(Range.of(1), x -> {}).set(signal, i);
                Eventually.isTrue("the handler has seen " + i, () -> seen.contains(set));
            }
            Eventually.isTrue("the handler is removed", () -> !registration.isActive());
            stream.set(signal, 11);
            finish(stream);
            finish(answering);
            assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        }
    }

    @Test
    void aHandlerThatBlocksHoldsUpNoStream() throws InterruptedException {
        Device device = device();
        Semaphore mayReturn = new Semaphore(0);
        AtomicBoolean called = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            signal.onChange(Condition.NE, 0, observed -> {
                called.set(true);
                mayReturn.acquireUninterruptibly();
                return false;
            });
            for (int i = 1; i <= 100; i++) {
                stream.launch(Range.of(1), x -> {}).set(signal, i);
            }
            finish(stream);
            Eventually.isTrue("the handler is called", called::get);
        } finally {
            mayReturn.release();
        }
    }

    @Test
    void aFutureGivesTheValueThatAStreamSetsOrFailsWithItsSignal() throws Exception {
        Device device = device();
        Signal signal = device.signal(0);
        try (Stream stream = device.stream()) {
            CompletableFuture<Long> five = signal.future(Condition.EQ, 5);
            CompletableFuture<Long> never = signal.future(Condition.EQ, 6);
            stream.launch(Range.of(1), x -> {}).set(signal, 5);
            assertThat(five.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(5);
            finish(stream);
            signal.close();
            assertThatThrownBy(() -> never.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InvalidSignalException.class);
        }
    }

    @Test
    void waitsByHandleTakeHandlesThatLeadNowhereForClosedSignals() throws InterruptedException {
        Device device = device();
        Signal closed = device.signal(5);
        long stale = closed.handle();
        closed.close();
        try (Signal one = device.signal(0);
                Signal two = device.signal(7)) {
            long[] handles = {0, 0x1234_5678L, one.handle() + 8, -1, one.handle(), two.handle()};
            AnyResult any = Signals.awaitAny(handles, Condition.EQ, 7, 0, WaitHint.ADAPTIVE);
            assertThat(any.index()).isEqualTo(5);
            assertThat(any.observed()).isEqualTo(7);
            long[] observed = new long[handles.length];
            assertThat(Signals.awaitAll(handles, Condition.GTE, 1, 0, WaitHint.ADAPTIVE, observed))
                    .isFalse();
            one.storeRelease(3);
            assertThat(Signals.awaitAll(handles, Condition.GTE, 1, 0, WaitHint.ADAPTIVE, observed))
                    .isTrue();
            assertThat(observed).containsExactly(0, 0, 0, 0, 3, 7);
            assertThatThrownBy(() -> Signals.resolve(one.handle() + 8)).isInstanceOf(InvalidSignalException.class);
            assertThat(Signals.resolve(two.handle())).isSameAs(two);
        }
        assertThatThrownBy(() -> Signals.resolve(stale)).isInstanceOf(InvalidSignalException.class);
    }
}
