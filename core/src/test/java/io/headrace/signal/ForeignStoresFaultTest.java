package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.memory.Words;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread that looks for others' stores when it cannot be started, and when a fault ends it. */
class ForeignStoresFaultTest {

    private static class Unstartable extends Thread {

        Unstartable(Runnable task) {
            super(task);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("no thread, by a test");
        }
    }

    private final SignalPool pool = new SignalPool(0, 0);
    private final Signal signal = pool.create(0);
    private final ForeignWord word = new ForeignWord(signal);
    private final Spy spy = new Spy(Condition.EQ, 1);
    private final AtomicInteger threads = new AtomicInteger();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aThreadThatCannotBeStartedIsToldAndTriedAgain() throws InterruptedException {
        ForeignStores stores = new ForeignStores(task -> threads.incrementAndGet() == 1
                ? new Unstartable(task)
                : Thread.ofPlatform().daemon().unstarted(task));
        signal.watch(spy);
        assertThatThrownBy(() -> stores.expect(word))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("by a test");
        assertThat(stores.isRunning()).isFalse();

        stores.expect(word);
        assertThatAStoreIsFound(stores);
    }

    @Test
    void nobodyReliesOnAThreadThatIsNotStarted() throws InterruptedException {
        CountDownLatch starting = new CountDownLatch(1);
        ForeignStores stores = new ForeignStores(task -> threads.incrementAndGet() == 1
                ? new Unstartable(task) {
                    @Override
                    public void start() {
                        starting.countDown();
                        // Who cannot rely on this thread waits for it to be started.
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                        super.start();
                    }
                }
                : Thread.ofPlatform().daemon().unstarted(task));
        signal.watch(spy);
        Crew crew = new Crew();
        crew.start(() -> assertThatThrownBy(() -> stores.expect(word)).isInstanceOf(OutOfMemoryError.class));
        starting.await();
        crew.start(() -> stores.expect(word));
        crew.join();
        assertThatAStoreIsFound(stores);
    }

    @Test
    void anotherThreadTakesThePlaceOfOneThatAFaultEnded() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        ForeignStores stores =
                new ForeignStores(task -> {
                    threads.incrementAndGet();
                    return Thread.ofPlatform().daemon().unstarted(task);
                }) {
                    @Override
                    void look(int questions) {
                        super.look(questions);
                        if (looks.incrementAndGet() == 3) {
                            throw new InternalError("a fault of the machine, by a test");
                        }
                    }
                };
        signal.watch(spy);
        stores.expect(word);
        Crew.until(() -> looks.get() > 3);
        assertThatAStoreIsFound(stores);
    }

    private void assertThatAStoreIsFound(ForeignStores stores) throws InterruptedException {
        Words.setLongVolatile(signal.handle() + SlotLayout.VALUE, 1);
        Crew.until(() -> !spy.calls().isEmpty());
        assertThat(threads).hasValue(2);
        Crew.until(() -> {
            stores.endIfIdle();
            return !stores.isRunning();
        });
    }
}
