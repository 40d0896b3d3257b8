package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.error.InvalidSignalException;
import io.headrace.kernel.Range;
import io.headrace.signal.AnyResult;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Expectation;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals in the device's own memory for them, wherever that is, and beside signals in host memory. */
abstract class SignalMemoryContract extends DriverContract {

    private static final int VALUE = 0x08;
    private static final int START = 0x20;
    private static final int END = 0x28;
    private static final int COPY_START = 0x40;
    private static final int CORE_SIGNAL = 0x48;
    private static final int ID = 0x50;
    private static final int COPY_END = 0x60;

    private SlotReach slots;

    @BeforeEach
    void reachSlots() {
        slots = new SlotReach(driver());
    }

    private Device openDevice() {
        return device(options(slots));
    }

    @Test
    void everyOperationGivesWhatWasThereAndLeavesWhatItSays() {
        RandomGenerator random = Seed.random("everyOperationGivesWhatWasThereAndLeavesWhatItSays");
        try (SignalBatch batch = openDevice().signals(3, 5)) {
            long[] model = {5, 5, 5};
            for (int round = 0; round < 2_000; round++) {
                int number = random.nextInt(3);
                Signal signal = batch.get(number);
                long operand = random.nextBoolean() ? random.nextLong() : random.nextInt(4);
                long before = model[number];
                long given = switch (random.nextInt(9)) {
                    case 0 -> {
                        model[number] = before + operand;
                        yield signal.addAcqRel(operand);
                    }
                    case 1 -> {
                        model[number] = before - operand;
                        yield signal.subtractRelaxed(operand);
                    }
                    case 2 -> {
                        model[number] = before & operand;
                        yield signal.andAcquire(operand);
                    }
                    case 3 -> {
                        model[number] = before | operand;
                        yield signal.orRelease(operand);
                    }
                    case 4 -> {
                        model[number] = before ^ operand;
                        yield signal.xorAcqRel(operand);
                    }
                    case 5 -> {
                        model[number] = operand;
                        yield signal.exchangeAcqRel(operand);
                    }
                    case 6 -> {
                        model[number] = operand;
                        yield signal.compareAndSetAcqRel(before, operand);
                    }
                    case 7 -> signal.compareAndSetRelease(before + 1, operand);
                    default -> {
                        signal.storeRelease(operand);
                        model[number] = operand;
                        yield before;
                    }
                };
                assertThat(given).as("round=%d", round).isEqualTo(before);
                assertThat(signal.loadAcquire()).as("round=%d", round).isEqualTo(model[number]);
                assertThat(slots.load(signal.handle() + VALUE)).isEqualTo(model[number]);
            }
        }
    }

    @Test
    void changesByManyThreadsAreAllKept() throws Exception {
        try (SignalBatch batch = openDevice().signals(1, 0)) {
            Signal signal = batch.get(0);
            List<Task<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tasks.add(Task.run(() -> {
                    for (int n = 0; n < 5_000; n++) {
                        signal.addRelaxed(1);
                    }
                }));
            }
            for (Task<Boolean> task : tasks) {
                task.join();
            }
            assertThat(signal.loadAcquire()).isEqualTo(20_000);
        }
    }

    @Test
    void slotsSayToDevicesAndOtherProcessesThatTheyAreSignals() {
        try (SignalBatch batch = openDevice().signals(40, -7)) {
            for (Signal signal : batch) {
                long slot = signal.handle();
                assertThat(slots.load(slot)).as("kind").isEqualTo(1);
                assertThat(slots.load(slot + VALUE)).as("value").isEqualTo(-7);
                assertThat(slots.load(slot + CORE_SIGNAL)).as("core signal").isEqualTo(slot);
                assertThat(slots.load(slot + ID)).as("id").isEqualTo(0x71FCCA6A3D5D5276L);
                for (int rest : new int[] {0x10, 0x18, START, END, 0x30, 0x38, COPY_START, 0x58, COPY_END, 0x68}) {
                    assertThat(slots.load(slot + rest)).as("offset %#x", rest).isZero();
                }
            }
            batch.get(35).close();
            assertThat(slots.load(batch.get(35).handle())).as("kind").isZero();
            assertThat(slots.load(batch.get(35).handle() + ID)).as("id").isZero();
        }
    }

    @Test
    void waitsEndByEachConditionAndByTheirTimes() throws Exception {
        try (SignalBatch batch = openDevice().signals(1, 0)) {
            Signal signal = batch.get(0);
            for (Condition condition : Condition.values()) {
                long value = condition == Condition.NE ? 0 : condition == Condition.LT ? 0 : 7;
                long stored = condition == Condition.LT ? -1 : 7;
                for (WaitHint hint : WaitHint.values()) {
                    signal.storeRelease(0);
                    assertThat(signal.await(condition, value, 0, hint)).isFalse();
                    assertThat(signal.await(condition, value, 100_000, hint)).isFalse();
                    Task<Boolean> wait = Task.start(() -> signal.await(condition, value, LIMIT.toNanos(), hint));
                    if (hint == WaitHint.BLOCK) {
                        Eventually.isBlocked(wait.thread());
                    }
                    signal.storeRelease(stored);
                    assertThat(wait.join()).as("%s %s", condition, hint).isTrue();
                }
            }
        }
    }

    @Test
    void aClosedMemberEndsItsWaitsAndIsInvalid() throws Exception {
        try (SignalBatch batch = openDevice().signals(2, 0)) {
            Signal closing = batch.get(0);
            long handle = closing.handle();
            Task<Long> wait = Task.start(() -> closing.await(Condition.EQ, 1));
            Task<AnyResult> any = Task.start(() -> Signals.awaitAny(List.of(closing), Condition.EQ, 1, LIMIT));
            Task<Boolean> all = Task.start(() -> Signals.awaitAll(List.of(closing), Condition.EQ, 1, LIMIT));
            Eventually.isBlocked(wait.thread());
            closing.close();
            closing.close();
            assertThat(wait.failure()).isInstanceOf(InvalidSignalException.class);
            assertThat(any.join().outcome()).isEqualTo(AnyResult.Outcome.NONE_VALID);
            assertThat(all.join()).isTrue();
            assertThatThrownBy(closing::loadAcquire).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> closing.storeRelease(1)).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> closing.addRelaxed(1)).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> closing.dispatchTimes(DeviceClock.host()))
                    .isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> closing.copyTimes(DeviceClock.host())).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(closing::nativeAddress).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
            assertThat(Signals.resolve(batch.get(1).handle())).isSameAs(batch.get(1));
        }
    }

    @Test
    void waitsForAnyAndAllTakeDeviceAndHostSignalsTogether() throws Exception {
        Device device = openDevice();
        try (SignalBatch batch = device.signals(2, 0);
                Signal host = device.signal(0)) {
            Signal far = batch.get(1);
            far.storeRelease(1);
            AnyResult any = Signals.awaitAny(Arrays.asList(null, host, far), Condition.EQ, 1, LIMIT);
            assertThat(any.index()).isEqualTo(2);
            assertThat(any.signal()).isSameAs(far);
            assertThat(any.observed()).isEqualTo(1);

            long[] handles = {host.handle(), 12, batch.get(0).handle(), far.handle()};
            assertThat(Signals.awaitAny(handles, Condition.EQ, 1, 0, WaitHint.ADAPTIVE)
                            .index())
                    .isEqualTo(3);
            long[] observed = new long[4];
            assertThat(Signals.awaitAll(handles, Condition.GTE, 1, 0, WaitHint.ADAPTIVE, observed))
                    .isFalse();
            Task<Boolean> all = Task.start(
                    () -> Signals.awaitAll(handles, Condition.GTE, 1, LIMIT.toNanos(), WaitHint.BLOCK, observed));
            Eventually.isBlocked(all.thread());
            batch.get(0).storeRelease(3);
            host.storeRelease(2);
            assertThat(all.join()).isTrue();
            assertThat(observed).containsExactly(2, 0, 3, 1);

            List<Expectation> each = List.of(
                    new Expectation(host, Condition.EQ, 9),
                    new Expectation(batch.get(0), Condition.LT, 0),
                    new Expectation(far, Condition.NE, 1));
            Task<AnyResult> parked = Task.start(() -> Signals.awaitAny(each, LIMIT.toNanos(), WaitHint.BLOCK));
            Eventually.isBlocked(parked.thread());
            batch.get(0).subtractAcqRel(10);
            assertThat(parked.join().index()).isEqualTo(1);
            assertThat(parked.join().observed()).isEqualTo(-7);
        }
    }

    @Test
    void storesPastTheLibraryEndWaitsForSharedMembers() throws Exception {
        Device device = openDevice();
        try (SignalBatch batch = device.signals(3, 0);
                Signal host = device.signal(0);
                Stream stream = device.stream()) {
            Signal far = batch.get(0);
            long word = far.nativeAddress() + VALUE;
            assertThat(far.nativeAddress()).isEqualTo(far.handle());
            Task<Long> wait = Task.start(() -> far.await(Condition.GTE, 2));
            Task<AnyResult> any = Task.start(() ->
                    Signals.awaitAny(new Signal[] {host, far}, Condition.GTE, 2, LIMIT.toNanos(), WaitHint.BLOCK));
            CompletableFuture<Long> future = far.future(Condition.GTE, 2);
            AtomicBoolean ran = new AtomicBoolean();
            stream.waitFor(far, Condition.GTE, 2).launch(Range.of(1), x -> ran.set(true));
            Eventually.isBlocked(wait.thread());
            Eventually.isBlocked(any.thread());
            slots.store(word, 1);
            assertThat(wait.isDone()).isFalse();
            slots.store(word, 2);
            assertThat(wait.join()).isEqualTo(2);
            assertThat(any.join().index()).isOne();
            assertThat(future.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(2);
            finish(stream);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void handlersAndFuturesFollowMembers() throws Exception {
        List<Long> seen = new CopyOnWriteArrayList<>();
        try (SignalBatch batch = openDevice().signals(1, 0)) {
            Signal signal = batch.get(0);
            signal.onChange(Condition.GTE, 1, observed -> {
                seen.add(observed);
                return observed < 5;
            });
            CompletableFuture<Long> five = signal.future(Condition.EQ, 5);
            CompletableFuture<Long> never = signal.future(Condition.EQ, -1);
            for (long i = 1; i <= 5; i++) {
                long value = i;
                signal.storeRelease(value);
                Eventually.isTrue("the handler has seen " + value, () -> seen.contains(value));
            }
            signal.storeRelease(6);
            assertThat(five.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(5);
            signal.close();
            assertThatThrownBy(() -> never.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InvalidSignalException.class);
            assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void streamsSetMembersAlsoIfTheyAreClosedMeanwhile() throws InterruptedException {
        Device device = openDevice();
        Gate gate = gate();
        try (SignalBatch batch = device.signals(2, 0);
                Stream stream = device.stream()) {
            stream.hostCall(gate::pass).set(batch.get(0), 4).set(batch.get(1), 5);
            batch.get(0).close();
            gate.open();
            assertThat(batch.get(1).await(Condition.EQ, 5, LIMIT)).isTrue();
            finish(stream);
        }
    }

    @Test
    void timesOfADispatchAndOfACopyAreKeptApart() {
        DeviceClock clock = new DeviceClock(100_000_000, 1_000, 200_000);
        try (SignalBatch batch = openDevice().signals(2, 0)) {
            Signal signal = batch.get(1);
            assertThat(signal.dispatchTimes(clock)).isEmpty();
            assertThat(signal.copyTimes(clock)).isEmpty();
            signal.retain();
            signal.stampDispatch(2_000, 2_500);
            assertThat(slots.load(signal.handle() + START)).isEqualTo(2_000);
            assertThat(slots.load(signal.handle() + END)).isEqualTo(2_500);
            assertThat(signal.dispatchTimes(clock)).hasValueSatisfying(times -> {
                assertThat(times.startNanos()).isEqualTo(210_000);
                assertThat(times.endNanos()).isEqualTo(215_000);
                assertThat(times.startTicks()).isEqualTo(2_000);
                assertThat(times.endTicks()).isEqualTo(2_500);
                assertThat(times.durationNanos()).isEqualTo(5_000);
            });
            assertThat(signal.copyTimes(clock)).as("a copy by a kernel").isEqualTo(signal.dispatchTimes(clock));
            signal.stampCopy(3_000, 3_001);
            assertThat(slots.load(signal.handle() + COPY_START)).isEqualTo(3_000);
            assertThat(slots.load(signal.handle() + COPY_END)).isEqualTo(3_001);
            assertThat(signal.copyTimes(clock).orElseThrow().durationNanos()).isEqualTo(10);
            assertThat(signal.dispatchTimes(clock).orElseThrow().durationNanos())
                    .isEqualTo(5_000);
            signal.clearTimes();
            signal.release();
            assertThat(signal.dispatchTimes(clock)).isEmpty();
            assertThat(signal.copyTimes(clock)).isEmpty();
            assertThat(batch.get(0).dispatchTimes(clock)).isEmpty();
        }
    }

    @Test
    void timesThatADeviceStampsAreFound() {
        DeviceClock clock = DeviceClock.host();
        try (SignalBatch batch = openDevice().signals(1, 0)) {
            long slot = batch.get(0).nativeAddress();
            slots.store(slot + START, 70);
            assertThat(batch.get(0).dispatchTimes(clock)).as("not ended").isEmpty();
            slots.store(slot + END, 90);
            assertThat(batch.get(0).dispatchTimes(clock).orElseThrow().durationNanos())
                    .isEqualTo(20);
            slots.store(slot + COPY_START, 100);
            slots.store(slot + COPY_END, 101);
            assertThat(batch.get(0).copyTimes(clock).orElseThrow().startTicks()).isEqualTo(100);
        }
    }

    @Test
    void theDevicesClockGoesOnAndIsAlwaysTheSame() {
        Device device = openDevice();
        DeviceClock clock = device.clock();
        assertThat(device.clock()).isSameAs(clock);
        assertThat(clock.ticksPerSecond()).isPositive();
        assertThat(clock.nanos(clock.ticksPerSecond()) - clock.nanos(0)).isBetween(998_000_000L, 1_002_000_000L);
    }

    @Test
    void aMemoryOfTheDevicesOwnKeepsItsPromises() {
        try (SpiDevice spi = spiDevice()) {
            SignalMemory memory = spi.device().signalMemory();
            assertThat(spi.device().signalMemory()).isSameAs(memory);
            if (memory == null) {
                return;
            }
            long first = memory.take(4096);
            long second = memory.take(8192);
            for (long address : new long[] {first, second}) {
                assertThat(address % 4096).isZero();
                assertThat(address).isPositive().isLessThan(1L << 48);
            }
            assertThat(first + 4096 <= second || second + 8192 <= first)
                    .as("blocks are disjoint")
                    .isTrue();
            SignalBus bus = memory.bus();
            assertThat(memory.bus()).isSameAs(bus);
            if (bus != null) {
                assertThat(bus.kind()).isNotNull();
                bus.write(first, 1);
                bus.write(first + 16, new long[] {3, 4});
                bus.write(second + 64, new long[] {10, 11, 12, 13, 14, 15, 16, 17});
                bus.flush();
                long[] pair = new long[2];
                bus.read(first + 16, pair);
                assertThat(pair).containsExactly(3, 4);
                long[] block = new long[8];
                bus.read(second + 64, block);
                assertThat(block).containsExactly(10, 11, 12, 13, 14, 15, 16, 17);
                assertThat(bus.read(first)).isEqualTo(1);
                assertThat(bus.read(second + 72)).isEqualTo(11);
            }
            memory.giveBack(first, 4096);
            memory.giveBack(second, 8192);
        }
    }
}
