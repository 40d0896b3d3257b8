package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Threads that store the same value, each held in the middle of its store. */
class HandlerTurnsTest {

    /** Holds two threads inside their stores until a third one has stored and the handler saw that, or for a while. */
    private static final class Holding extends SlotAccess implements ArenaSource {

        private final CountDownLatch thirdSeen = new CountDownLatch(1);
        private final CountDownLatch allStored = new CountDownLatch(3);
        private final AtomicInteger calls = new AtomicInteger();
        private volatile @Nullable Thread setting;
        private volatile @Nullable Thread clearing;

        @Override
        void store(long slot, long value) {
            if (Thread.currentThread() == setting || Thread.currentThread() == clearing) {
                hold(thirdSeen);
            }
            if (allStored.getCount() == 1) {
                await(() -> calls.get() > 0);
            }
            super.store(slot, value);
            allStored.countDown();
        }

        @Override
        long load(long slot) {
            if (Thread.currentThread() == clearing) {
                hold(allStored);
            }
            return super.load(slot);
        }

        private static void hold(CountDownLatch until) {
            await(() -> until.getCount() == 0);
        }

        private static void await(BooleanSupplier condition) {
            long start = System.nanoTime();
            while (!condition.getAsBoolean() && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(400)) {
                Thread.onSpinWait();
                Thread.yield();
            }
        }

        @Override
        public SlotAccess access() {
            return this;
        }

        @Override
        public long take(long bytes) {
            return HostArenas.INSTANCE.take(bytes);
        }

        @Override
        public void giveBack(long address, long bytes) {
            HostArenas.INSTANCE.giveBack(address, bytes);
        }
    }

    @Test
    void aValueThatWasGoneForAMomentCountsAgainWhoeverWasInTheMiddleOfAStore() throws InterruptedException {
        Holding memory = new Holding();
        List<Long> seen = new CopyOnWriteArrayList<>();
        Crew crew = new Crew();
        try (SignalPool pool = new SignalPool(0, 0, memory)) {
            Signal signal = pool.create(0);
            signal.onChange(Condition.EQ, 1, observed -> {
                seen.add(observed);
                memory.calls.incrementAndGet();
                return true;
            });
            crew.start(() -> {
                memory.setting = Thread.currentThread();
                signal.storeRelease(1);
            });
            Crew.until(() -> memory.setting != null);
            Thread.sleep(20);
            crew.start(() -> {
                memory.clearing = Thread.currentThread();
                signal.storeRelease(0);
            });
            Crew.until(() -> memory.clearing != null);
            Thread.sleep(20);
            signal.storeRelease(1);
            Crew.until(() -> !seen.isEmpty());
            memory.thirdSeen.countDown();
            crew.join();
            Crew.until(() -> seen.size() == 2);
            Thread.sleep(20);
            assertThat(seen).containsExactly(1L, 1L);
        }
    }
}
