package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.InvalidSignalException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.memory.Words;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SignalBatchTest {

    /** Counts the bytes that are out, has only so many, and fails where a test asks for it. */
    private static final class Arenas implements ArenaSource {

        private final HostArenas host = new HostArenas();
        private long out;
        private long limit = Long.MAX_VALUE;
        private int failAt = -1;
        private int filled;

        @Override
        public synchronized long take(long bytes) {
            if (bytes > limit - out) {
                throw new OutOfDeviceMemoryException("no arena left, by a test: bytes=" + bytes + " limit=" + limit);
            }
            long address = host.take(bytes);
            out += bytes;
            return address;
        }

        @Override
        public synchronized void giveBack(long address, long bytes) {
            out -= bytes;
            host.giveBack(address, bytes);
        }

        @Override
        public synchronized void fill(long slot, long initial) {
            if (filled++ == failAt) {
                throw new HeadraceException("a slot cannot be written, by a test: slot=" + failAt);
            }
            SlotLayout.fill(slot, initial);
        }
    }

    private final Arenas arenas = new Arenas();
    private final SignalPool pool = new SignalPool(0, 0, arenas);

    @Test
    void membersAreOrdinarySignalsSideBySide() throws InterruptedException {
        SignalBatch batch = pool.createBatch(40, -7);
        assertThat(batch.size()).isEqualTo(40);
        assertThat(pool.live()).isEqualTo(40);
        assertThat(pool.batches()).isOne();
        assertThat(arenas.out).isEqualTo(8192);
        long base = batch.get(0).handle();
        assertThat(base % 4096).isZero();
        for (int i = 0; i < 40; i++) {
            Signal signal = batch.get(i);
            assertThat(signal.handle()).isEqualTo(base + 128L * i);
            assertThat(signal.loadAcquire()).isEqualTo(-7);
            signal.storeRelease(i);
            assertThat(signal.addAcqRel(1)).isEqualTo(i);
            assertThat(signal.await(Condition.EQ, i + 1)).isEqualTo(i + 1);
        }
        for (int i = 0; i < 40; i++) {
            assertThat(batch.get(i).loadAcquire()).isEqualTo(i + 1);
        }
        batch.close();
    }

    @Test
    void everySlotIsWrittenForOtherProcesses() {
        SignalBatch batch = pool.createBatch(33, 5);
        for (Signal signal : batch) {
            long at = signal.handle();
            assertThat(Words.getLongAcquire(at)).isEqualTo(1);
            assertThat(Words.getLongAcquire(at + 0x08)).isEqualTo(5);
            assertThat(Words.getLongAcquire(at + 0x48)).isEqualTo(at);
            assertThat(Words.getLongAcquire(at + 0x50)).isEqualTo(0x71FCCA6A3D5D5276L);
        }
        Signal first = batch.get(0);
        first.close();
        assertThat(Words.getLongAcquire(first.handle()))
                .as("kind of a destroyed one")
                .isZero();
        assertThat(Words.getLongAcquire(first.handle() + 0x50))
                .as("id of a destroyed one")
                .isZero();
        batch.close();
    }

    @Test
    void itIsGoneThroughInOrder() {
        try (SignalBatch batch = pool.createBatch(3, 0)) {
            batch.get(1).close();
            List<Signal> all = new ArrayList<>();
            batch.forEach(all::add);
            assertThat(all).containsExactly(batch.get(0), batch.get(1), batch.get(2));
            Iterator<Signal> members = batch.iterator();
            members.next();
            members.next();
            members.next();
            assertThat(members.hasNext()).isFalse();
            assertThatThrownBy(members::next).isInstanceOf(NoSuchElementException.class);
            assertThatThrownBy(() -> batch.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> batch.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void itLivesUntilItsLastMemberIsClosedAndReleased() {
        SignalBatch batch = pool.createBatch(3, 1);
        Signal last = batch.get(1);
        last.retain();
        batch.get(0).close();
        batch.get(2).close();
        assertThat(Signals.resolve(last.handle())).isSameAs(last);
        assertThat(pool.live()).isOne();
        batch.close();
        batch.close();
        assertThat(arenas.out).isEqualTo(4096);
        assertThat(pool.batches()).isOne();
        assertThatThrownBy(() -> Signals.resolve(last.handle())).isInstanceOf(InvalidSignalException.class);
        last.storeRetained(3);
        last.release();
        assertThat(arenas.out).isZero();
        assertThat(pool.live()).isZero();
        assertThat(pool.batches()).isZero();
    }

    @Test
    void aHandleIsTheNewSignalsOnceItsSlotWasGivenOutAgain() {
        SignalBatch old = pool.createBatch(32, 1);
        Signal stale = old.get(7);
        long handle = stale.handle();
        old.close();
        assertThatThrownBy(() -> Signals.resolve(handle))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageContaining("handle=0x" + Long.toHexString(handle));
        try (SignalBatch next = pool.createBatch(32, 2)) {
            assertThat(Signals.resolve(handle)).isSameAs(next.get(7)).isNotSameAs(stale);
            assertThatThrownBy(stale::loadAcquire).isInstanceOf(InvalidSignalException.class);
            stale.close();
            assertThat(Signals.resolve(handle).loadAcquire()).isEqualTo(2);
        }
    }

    @Test
    void singleSignalsAreResolvedToo() {
        Signal signal = pool.create(4);
        long handle = signal.handle();
        assertThat(Signals.resolve(handle)).isSameAs(signal);
        assertThatThrownBy(() -> Signals.resolve(handle + 128)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> Signals.resolve(handle + 8)).isInstanceOf(InvalidSignalException.class);
        signal.close();
        assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
        Signal next = pool.create(5);
        assertThat(next.handle()).isEqualTo(handle);
        assertThat(Signals.resolve(handle)).isSameAs(next);
        pool.close();
        assertThat(arenas.out).isZero();
        assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
    }

    @Test
    void whatIsNoHandleIsSaidToBeNone() {
        assertThatThrownBy(() -> Signals.resolve(0)).isInstanceOf(IllegalArgumentException.class);
        for (long forged :
                new long[] {1, 128, 4096, 1L << 48, -1, -128, Long.MIN_VALUE, Long.MAX_VALUE, 0x55D012345040L}) {
            assertThatThrownBy(() -> Signals.resolve(forged))
                    .as("%#x", forged)
                    .isInstanceOf(InvalidSignalException.class);
        }
    }

    @Test
    void countsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> pool.createBatch(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pool.createBatch(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        for (int tooMany : new int[] {(1 << 24) + 1, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> pool.createBatch(tooMany, 0))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasMessageContaining("count=" + tooMany)
                    .hasMessageContaining("limit=16777216");
        }
        assertThat(SlotHome.bytes(Integer.MAX_VALUE)).isEqualTo(1L << 38);
        assertThat(arenas.out).isZero();
    }

    @Test
    void exhaustionSaysHowMuchIsInUseAndChangesNothing() {
        arenas.limit = 4 * 4096;
        SignalBatch batch = pool.createBatch(64, 0);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pool.createBatch(65, 0))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasMessageContaining("count=65")
                    .hasMessageContaining("bytes=12288")
                    .hasMessageContaining("live=64")
                    .hasMessageContaining("batches=1")
                    .hasCauseInstanceOf(OutOfDeviceMemoryException.class);
        }
        assertThat(pool.live()).isEqualTo(64);
        batch.close();
        pool.createBatch(65, 0).close();
        assertThat(arenas.out).isZero();
    }

    @Test
    void aFailureAtAnySignalLeavesNothingBehind() {
        for (int at : new int[] {0, 1, 40, 63}) {
            arenas.filled = 0;
            arenas.failAt = at;
            assertThatThrownBy(() -> pool.createBatch(64, 9)).isInstanceOf(ResourcesExhaustedException.class);
            assertThat(arenas.out).isZero();
            assertThat(pool.live()).isZero();
            assertThat(pool.batches()).isZero();

            arenas.failAt = -1;
            long base = arenas.take(8192);
            for (int slot = 0; slot < 64; slot++) {
                long handle = base + 128L * slot;
                assertThat(Words.getLongAcquire(handle + SlotLayout.ID)).isZero();
                assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
            }
            arenas.giveBack(base, 8192);
        }
        pool.createBatch(64, 9).close();
        assertThat(arenas.out).isZero();
    }

    @Test
    void aClosedPoolClosesItsBatchesAndMakesNoMore() {
        SignalBatch batch = pool.createBatch(5, 0);
        batch.get(2).retain();
        pool.close();
        assertThat(batch).allMatch(Signal::isClosed);
        assertThatThrownBy(() -> pool.createBatch(5, 0)).isInstanceOf(ClosedException.class);
        assertThat(pool.live()).isOne();
        batch.get(2).release();
        assertThat(pool.live()).isZero();
        assertThat(arenas.out).isZero();
    }

    @Test
    void batchesMadeWhileThePoolClosesAreClosedOrRefused() throws InterruptedException {
        for (int round = 0; round < 300; round++) {
            SignalPool closing = new SignalPool(0, 0, arenas);
            List<SignalBatch> made = new ArrayList<>();
            Crew.all(2, number -> {
                if (number == 1) {
                    closing.close();
                    return;
                }
                try {
                    for (int i = 0; i < 100; i++) {
                        made.add(closing.createBatch(3, 0));
                    }
                } catch (ClosedException closed) {
                    assertThat(closing.isClosed()).isTrue();
                }
            });
            closing.close();
            assertThat(made).allSatisfy(batch -> assertThat(batch).allMatch(Signal::isClosed));
            assertThat(closing.live()).isZero();
            assertThat(arenas.out).as("round %d", round).isZero();
        }
    }

    @Test
    void membersClosedByManyThreadsEndTheBatchOnce() throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < 300; round++) {
            SignalBatch batch = pool.createBatch(16, round);
            Crew.all(4, number -> {
                for (Signal signal : batch) {
                    signal.close();
                }
            });
            if (arenas.out != 0 || pool.batches() != 0) {
                wrong.incrementAndGet();
            }
        }
        assertThat(wrong).hasValue(0);
    }

    @Test
    void aHandleNeverLeadsToADestroyedSignalWhileBatchesComeAndGo() throws InterruptedException {
        record Known(SignalBatch batch, long handle, long value, AtomicBoolean ended) {}
        AtomicReference<Known> current = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        SignalBatch first = pool.createBatch(4, 0);
        current.set(new Known(first, first.get(1).handle(), 0, new AtomicBoolean()));
        Crew crew = new Crew();
        for (int i = 0; i < 2; i++) {
            crew.start(() -> {
                while (!over.get()) {
                    Known known = current.get();
                    try {
                        Signal signal = Signals.resolve(known.handle);
                        boolean mine = !known.ended.get();
                        long value = signal.loadAcquire();
                        // Resolved before the end it is the batch's own; afterwards it may be a later one's.
                        assertThat(mine ? value == known.value : value >= known.value)
                                .as("value=%d known=%d mine=%b", value, known.value, mine)
                                .isTrue();
                    } catch (InvalidSignalException closed) {
                        assertThat(known.ended.get()).isTrue();
                    }
                }
            });
        }
        long end = System.nanoTime() + 1_000_000_000;
        for (long value = 1; System.nanoTime() < end; value++) {
            Known old = current.get();
            old.ended.set(true);
            old.batch.close();
            SignalBatch next = pool.createBatch(4, value);
            current.set(new Known(next, next.get(1).handle(), value, new AtomicBoolean()));
        }
        over.set(true);
        crew.join();
        current.get().batch.close();
        assertThat(arenas.out).isZero();
    }
}
