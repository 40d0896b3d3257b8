package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.memory.Words;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Expectation;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import io.headrace.signal.SignalPool;
import io.headrace.signal.SignalWatch;
import io.headrace.signal.Signals;
import io.headrace.signal.Timestamps;
import io.headrace.signal.WaitHint;
import io.headrace.tck.simulation.BusCounts;
import io.headrace.tck.simulation.BusDelays;
import io.headrace.tck.simulation.SimulatedBus;
import io.headrace.tck.simulation.SimulatedBusFault;
import io.headrace.tck.simulation.SimulatedSharedMemory;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals over a simulated bus: how many transactions everything takes, and what becomes of faults. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BusSignalsTest {

    private interface Use {
        void run() throws Exception;
    }

    private final SignalPool pool = new SignalPool(0, 0);
    private final SimulatedBus bus = new SimulatedBus(SignalBus.Kind.PCIE);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @ParameterizedTest
    @EnumSource(SignalBus.Kind.class)
    void aLookTakesOneRead(SignalBus.Kind kind) throws Exception {
        SimulatedBus link = new SimulatedBus(kind);
        Signal signal = pool.createBatch(3, 7, link.memory()).get(1);
        long[] handles = {signal.handle()};
        long[] observed = new long[1];
        assertReads(link, 0, () -> assertThat(Signals.resolve(handles[0])).isSameAs(signal));
        assertReads(link, 1, () -> assertThat(signal.loadAcquire()).isEqualTo(7));
        assertReads(link, 1, () -> assertThat(signal.loadRelaxed()).isEqualTo(7));
        assertReads(link, 1, () -> assertThat(signal.await(Condition.EQ, 7)).isEqualTo(7));
        assertReads(
                link,
                1,
                () -> assertThat(signal.await(Condition.EQ, 7, 0, WaitHint.BLOCK))
                        .isTrue());
        assertReads(link, 1, () -> Signals.awaitAny(new Signal[] {signal}, Condition.EQ, 7, 0, WaitHint.ADAPTIVE));
        assertReads(link, 1, () -> Signals.awaitAny(handles, Condition.EQ, 7, 0, WaitHint.ADAPTIVE));
        assertReads(
                link, 1, () -> Signals.awaitAny(List.of(new Expectation(signal, Condition.EQ, 7)), 0, WaitHint.BLOCK));
        assertReads(link, 1, () -> Signals.awaitAll(handles, Condition.EQ, 7, 0, WaitHint.ADAPTIVE, null));
        assertReads(link, 1, () -> Signals.awaitAll(handles, Condition.EQ, 7, 0, WaitHint.ADAPTIVE, observed));
    }

    @ParameterizedTest
    @EnumSource(SignalBus.Kind.class)
    void bothTimesTakeOneRead(SignalBus.Kind kind) throws Exception {
        SimulatedBus link = new SimulatedBus(kind);
        Signal signal = pool.createBatch(1, 0, link.memory()).get(0);
        signal.stampDispatch(10, 20);
        assertReads(
                link,
                1,
                () -> assertThat(signal.dispatchTimes(DeviceClock.host())).isPresent());
        assertReads(link, 1, () -> assertThat(startOfCopy(signal)).isEqualTo(10));
        signal.stampCopy(30, 40);
        assertReads(link, 1, () -> assertThat(startOfCopy(signal)).isEqualTo(30));
        signal.clearTimes();
        assertThat(signal.copyTimes(DeviceClock.host())).isEmpty();
        signal.stampDispatch(50, 60);
        assertReads(link, 1, () -> assertThat(startOfCopy(signal)).isEqualTo(50));
        signal.clearTimes();
        link.deviceWrite(signal.handle() + 0x40, 70);
        link.deviceWrite(signal.handle() + 0x60, 80);
        assertReads(link, 1, () -> assertThat(startOfCopy(signal)).isEqualTo(70));
    }

    private static long startOfCopy(Signal signal) {
        return signal.copyTimes(DeviceClock.host()).orElseThrow().startTicks();
    }

    @Test
    void withoutHostCopiesALookTakesThreeReads() throws Exception {
        SimulatedBus link = new SimulatedBus(SignalBus.Kind.PCIE, BusDelays.NONE, false);
        Signal signal = pool.createBatch(1, 7, link.memory()).get(0);
        assertReads(link, 3, () -> assertThat(signal.loadAcquire()).isEqualTo(7));
        assertReads(link, 3, () -> assertThat(signal.await(Condition.EQ, 7)).isEqualTo(7));
        assertReads(link, 3, () -> Signals.awaitAny(new Signal[] {signal}, Condition.EQ, 7, 0, WaitHint.ADAPTIVE));
        assertReads(link, 3, () -> signal.dispatchTimes(DeviceClock.host()));
        assertReads(link, 0, () -> Signals.resolve(signal.handle()));
        link.deviceWrite(signal.handle() + 0x50, 0);
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.storeRelease(1)).isInstanceOf(InvalidSignalException.class);
    }

    @ParameterizedTest
    @EnumSource(SignalBus.Kind.class)
    void aStoreTakesOneWriteAndOnPcieOneFlush(SignalBus.Kind kind) {
        SimulatedBus link = new SimulatedBus(kind);
        Signal signal = pool.createBatch(1, 0, link.memory()).get(0);
        int flushes = kind == SignalBus.Kind.PCIE ? 1 : 0;
        BusCounts before = link.counts();
        signal.storeRelease(4);
        assertThat(link.counts().since(before)).isEqualTo(new BusCounts(0, 1, flushes));
        assertThat(link.deviceRead(signal.handle() + 8)).as("the device sees").isEqualTo(4);

        before = link.counts();
        assertThat(signal.addRelaxed(3)).isEqualTo(4);
        assertThat(link.counts().since(before)).isEqualTo(new BusCounts(1, 1, flushes));
        assertThat(link.deviceRead(signal.handle() + 8)).as("the device sees").isEqualTo(7);

        before = link.counts();
        assertThat(signal.compareAndSetAcqRel(1, 2)).isEqualTo(7);
        assertThat(link.counts().since(before)).isEqualTo(new BusCounts(1, 0, 0));
    }

    @Test
    void aNewBatchIsSeenByTheDevice() {
        SignalBatch batch = pool.createBatch(40, 5, bus.memory());
        for (Signal signal : batch) {
            assertThat(bus.deviceRead(signal.handle() + 8)).isEqualTo(5);
            assertThat(bus.deviceRead(signal.handle() + 0x50)).isEqualTo(0x71FCCA6A3D5D5276L);
        }
        assertThat(bus.counts().flushes()).isOne();
        batch.get(3).close();
        assertThat(bus.deviceRead(batch.get(3).handle() + 0x50)).isZero();
    }

    @Test
    void memorySharedWithTheHostIsReadAndWrittenInPlace() {
        SimulatedSharedMemory shared = new SimulatedSharedMemory();
        SignalBatch batch = pool.createBatch(2, 3, shared);
        Signal signal = batch.get(1);
        assertThat(Words.getLongVolatile(signal.handle() + 8)).isEqualTo(3);
        Words.setLongVolatile(signal.handle() + 8, 9);
        assertThat(signal.loadAcquire()).isEqualTo(9);
        assertThat(signal.compareAndSetAcqRel(9, 10)).isEqualTo(9);
        assertThat(Words.getLongVolatile(signal.handle() + 8)).isEqualTo(10);
        batch.close();
        assertThat(shared.bytesTaken()).isZero();
    }

    @Test
    void aBatchGoesBackWithItsLastMemberAndItsPagesCarryANewOne() {
        SignalBatch old = pool.createBatch(40, 1, bus.memory());
        long handle = old.get(35).handle();
        assertThat(handle).isEqualTo(old.get(0).handle() + 0x1180).isGreaterThanOrEqualTo(1L << 47);
        assertThat(bus.bytesTaken()).isEqualTo(8192);
        Signal stale = old.get(35);
        old.close();
        assertThat(bus.bytesTaken()).isZero();
        assertThat(pool.batches()).isZero();
        assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(stale::loadAcquire).isInstanceOf(InvalidSignalException.class);
        SignalBatch next = pool.createBatch(40, 2, bus.memory());
        assertThat(Signals.resolve(handle)).isSameAs(next.get(35));
        assertThatThrownBy(stale::loadAcquire).isInstanceOf(InvalidSignalException.class);
        stale.close();
        assertThat(Signals.resolve(handle).loadAcquire()).isEqualTo(2);
    }

    @Test
    void aRetainedMemberKeepsItsMemoryAfterTheClose() {
        SignalBatch batch = pool.createBatch(1, 0, bus.memory());
        Signal signal = batch.get(0);
        signal.retain();
        batch.close();
        signal.storeRetained(8);
        assertThat(bus.deviceRead(signal.handle() + 8)).isEqualTo(8);
        signal.release();
        assertThat(bus.bytesTaken()).isZero();
    }

    @Test
    void aFailureAtAnyWriteLeavesNothingBehind() {
        long writes = writesOfABatch();
        for (long at = 0; at < writes; at++) {
            bus.failAfterWrites(at);
            assertThatThrownBy(() -> pool.createBatch(20, 9, bus.memory()))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasCauseInstanceOf(SimulatedBusFault.class);
            assertThat(bus.bytesTaken()).isZero();
            assertThat(pool.live()).isZero();
            assertThat(pool.batches()).isZero();
        }
        bus.failAfterWrites(Long.MAX_VALUE);
        pool.createBatch(20, 9, bus.memory()).close();
        assertThat(bus.bytesTaken()).isZero();
    }

    private long writesOfABatch() {
        BusCounts before = bus.counts();
        SignalBatch batch = pool.createBatch(20, 9, bus.memory());
        long writes = bus.counts().since(before).writes();
        batch.close();
        return writes;
    }

    @Test
    void memoryThatIsFullIsAClearError() {
        bus.limit(8192);
        SignalBatch batch = pool.createBatch(64, 0, bus.memory());
        assertThatThrownBy(() -> pool.createBatch(1, 0, bus.memory()))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("count=1")
                .hasCauseInstanceOf(OutOfDeviceMemoryException.class);
        batch.close();
        pool.createBatch(1, 0, bus.memory()).close();
    }

    @Test
    void memoryThatIsNoWholePagesIsTheDriversFault() {
        AtomicLong back = new AtomicLong();
        for (long bad : new long[] {64, 1L << 48, -4096}) {
            SignalMemory memory = new SignalMemory() {
                @Override
                public long take(long bytes) {
                    return bad;
                }

                @Override
                public void giveBack(long address, long bytes) {
                    back.set(address);
                }
            };
            assertThatThrownBy(() -> pool.createBatch(1, 0, memory))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .cause()
                    .hasMessageContaining("fault of the driver");
            assertThat(back).hasValue(bad);
        }
    }

    @Test
    void aBusThatCannotSayWhatItIsLeavesNothingBehind() {
        for (Throwable failure : List.of(new IllegalStateException("by a test"), new OutOfMemoryError("by a test"))) {
            AtomicLong taken = new AtomicLong();
            SignalBus broken = (SignalBus) Proxy.newProxyInstance(
                    SignalBus.class.getClassLoader(), new Class<?>[] {SignalBus.class}, (proxy, method, arguments) -> {
                        throw failure;
                    });
            SignalMemory memory = new SignalMemory() {
                @Override
                public long take(long bytes) {
                    taken.addAndGet(bytes);
                    return 1L << 40;
                }

                @Override
                public void giveBack(long address, long bytes) {
                    taken.addAndGet(-bytes);
                }

                @Override
                public SignalBus bus() {
                    return broken;
                }
            };
            assertThatThrownBy(() -> pool.createBatch(40, 0, memory)).hasStackTraceContaining("by a test");
            assertThat(taken).as("bytes left behind").hasValue(0);
        }
        assertThat(pool.live()).isZero();
    }

    @Test
    void aBusThatFailsFailsTheCallAndLosesNothing() throws Exception {
        SignalBatch batch = pool.createBatch(2, 1, bus.memory());
        Signal signal = batch.get(0);
        bus.failAfterWrites(0);
        assertThatThrownBy(() -> signal.storeRelease(2)).isInstanceOf(SimulatedBusFault.class);
        assertThatThrownBy(() -> signal.addRelaxed(2)).isInstanceOf(SimulatedBusFault.class);
        assertThat(signal.loadAcquire()).isEqualTo(1);
        bus.failAfterWrites(Long.MAX_VALUE);
        signal.storeRelease(2);
        assertThat(signal.loadAcquire()).isEqualTo(2);
        bus.failAfterWrites(0);
        batch.close();
        assertThat(bus.bytesTaken())
                .as("bytes of a batch closed while its bus fails")
                .isZero();
        assertThat(pool.live()).isZero();
    }

    @Test
    void nobodyLooksAtMemoryThatWasGivenBack() throws Exception {
        AtomicReference<Signal> current =
                new AtomicReference<>(pool.createBatch(1, 0, bus.memory()).get(0));
        AtomicBoolean over = new AtomicBoolean();
        List<Task<Boolean>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(Task.run(() -> {
                while (!over.get()) {
                    Signal signal = current.get();
                    try {
                        // Anything but a closed signal's exception ends the test: a bus fault, for instance.
                        signal.loadAcquire();
                        Signals.awaitAny(new Signal[] {signal}, Condition.EQ, -1, 0, WaitHint.BLOCK);
                        signal.dispatchTimes(DeviceClock.host());
                        signal.addRelaxed(1);
                    } catch (InvalidSignalException closed) {
                        assertThat(signal.isClosed()).isTrue();
                    }
                }
            }));
        }
        for (int round = 0; round < 3_000; round++) {
            SignalBatch next = pool.createBatch(2, 0, bus.memory());
            Signal old = current.getAndSet(next.get(1));
            next.get(0).close();
            old.close();
        }
        over.set(true);
        for (Task<Boolean> reader : readers) {
            reader.join();
        }
        current.get().close();
        assertThat(bus.bytesTaken()).isZero();
    }

    @Test
    void parkedWaitsForManyMembersAllEndByTheDevicesStores() throws Exception {
        SignalBatch batch = pool.createBatch(200, 0, bus.memory());
        AtomicLong called = new AtomicLong();
        for (Signal signal : batch) {
            signal.nativeAddress();
            signal.watch(new SignalWatch(Condition.EQ, 1) {
                @Override
                protected void fired(long value) {
                    called.incrementAndGet();
                }

                @Override
                protected void closed() {}
            });
        }
        // With none of the others done the watcher must come by here too.
        bus.deviceWrite(batch.get(150).handle() + 8, 1);
        Eventually.isTrue("one is called", () -> called.get() == 1);
        for (int i = 0; i < batch.size(); i++) {
            bus.deviceWrite(batch.get(i * 7 % batch.size()).handle() + 8, 1);
        }
        Eventually.isTrue("all are called", () -> called.get() == batch.size());
    }

    /** Each operation's times have a relation of their own, and name the signal. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void timesAreOneOperationsHoweverOftenSlotsAreReused(boolean farMemory) throws Exception {
        record Numbered(Signal signal, long number) {}
        AtomicReference<Numbered> current = new AtomicReference<>(new Numbered(newSignal(farMemory), 0));
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<Timestamps> wrong = new AtomicReference<>();
        AtomicLong found = new AtomicLong();
        List<Task<Boolean>> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            boolean copies = i % 2 == 0;
            readers.add(Task.run(() -> {
                while (!over.get()) {
                    Numbered seen = current.get();
                    Timestamps times = timesOf(seen.signal, copies);
                    if (times != null) {
                        found.incrementAndGet();
                        long start = times.startTicks();
                        long end = times.endTicks();
                        boolean ofOne = end == endOf(start, false) || copies && end == endOf(start, true);
                        if (!ofOne || start >>> 30 != seen.number || times.durationNanos() != end - start) {
                            wrong.set(times);
                        }
                    }
                }
            }));
        }
        // A stamp over the bus takes much longer, so that more readers come between its parts.
        long operations = farMemory ? 500 : 10_000;
        for (long number = 1; number <= 300 && wrong.get() == null; number++) {
            Signal signal = newSignal(farMemory);
            current.getAndSet(new Numbered(signal, number)).signal.close();
            signal.retain();
            // Later operations have earlier times: else a mixture of two would end before it began, and be no times at
            // all.
            for (long operation = operations; operation > 0; operation--) {
                long start = (number << 30) + 10_000 * operation;
                if (operation % 100 == 0) {
                    signal.clearTimes();
                }
                signal.stampDispatch(start, endOf(start, false));
                signal.stampCopy(start + 5_000, endOf(start + 5_000, true));
            }
            signal.release();
        }
        Eventually.isTrue("times are found", () -> found.get() > 0 || wrong.get() != null);
        over.set(true);
        for (Task<Boolean> reader : readers) {
            reader.join();
        }
        assertThat(wrong).as("times that are not one operation's").hasNullValue();
    }

    private Signal newSignal(boolean farMemory) {
        return farMemory ? pool.createBatch(1, 0, bus.memory()).get(0) : pool.create(0);
    }

    private static @Nullable Timestamps timesOf(Signal signal, boolean copy) {
        try {
            DeviceClock clock = DeviceClock.host();
            return (copy ? signal.copyTimes(clock) : signal.dispatchTimes(clock)).orElse(null);
        } catch (InvalidSignalException closed) {
            return null;
        }
    }

    private static long endOf(long start, boolean copy) {
        return start + start / 10_000 % 499 + (copy ? 2 : 1);
    }

    private static void assertReads(SimulatedBus link, long reads, Use use) throws Exception {
        BusCounts before = link.counts();
        use.run();
        assertThat(link.counts().since(before)).isEqualTo(new BusCounts(reads, 0, 0));
    }
}
