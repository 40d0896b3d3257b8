package io.headrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QueueSlotTest {

    @Test
    void aQueueIsCreatedOnceForAllWhoNeedItAtTheSameTime() throws InterruptedException {
        AtomicInteger creations = new AtomicInteger();
        QueueSlot slot = new QueueSlot("queue", 0, index -> {
            creations.incrementAndGet();
            return new RecordingQueue();
        });
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    start.await();
                    slot.ensure();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        start.countDown();
        for (Thread thread : threads) {
            assertThat(thread.join(java.time.Duration.ofSeconds(20))).isTrue();
        }
        assertThat(creations).hasValue(1);
    }

    @Test
    void aFailedCreationNamesTheQueueAndTheReasonAndALaterTryCanSucceed() {
        AtomicInteger tries = new AtomicInteger();
        QueueSlot slot = new QueueSlot("queue", 2, index -> {
            if (tries.incrementAndGet() == 1) {
                throw new ResourcesExhaustedException("no doorbell left");
            }
            return new RecordingQueue();
        });
        assertThatThrownBy(slot::ensure)
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("queue=2")
                .hasMessageContaining("no doorbell left");
        assertThat(slot.queue()).isNull();
        assertThat(slot.ensure()).isSameAs(slot.queue());
    }

    @Test
    void aReleaseWithoutAUserIsRefusedAndChangesNothing() {
        QueueSlot slot = new QueueSlot("queue", 0, index -> new RecordingQueue());
        slot.acquire();
        slot.release();
        assertThatThrownBy(slot::release).isInstanceOf(IllegalStateException.class);
        assertThat(slot.users()).isZero();
        assertThat(slot.usersMax()).isEqualTo(1);
    }

    @Test
    void aQueueWhoseCreationIsUnderWayAtTheCloseIsClosedToo() throws InterruptedException {
        CountDownLatch inCreation = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        RecordingQueue queue = new RecordingQueue();
        QueueSlot slot = new QueueSlot("queue", 3, index -> {
            inCreation.countDown();
            try {
                assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return queue;
        });
        AtomicInteger refused = new AtomicInteger();
        Thread creator = Thread.ofPlatform().daemon().start(() -> {
            try {
                slot.ensure();
            } catch (ClosedException e) {
                refused.incrementAndGet();
            }
        });
        assertThat(inCreation.await(20, TimeUnit.SECONDS)).isTrue();
        slot.close();
        goOn.countDown();
        assertThat(creator.join(java.time.Duration.ofSeconds(20))).isTrue();
        assertThat(queue.closes).hasValue(1);
        assertThat(refused).hasValue(1);
    }

    @Test
    void noQueueIsCreatedAfterTheClose() {
        AtomicInteger creations = new AtomicInteger();
        QueueSlot slot = new QueueSlot("queue", 3, index -> {
            creations.incrementAndGet();
            return new RecordingQueue();
        });
        slot.close();
        assertThatThrownBy(slot::ensure).isInstanceOf(ClosedException.class);
        assertThat(creations).hasValue(0);
    }

    /** Runs nothing and counts how often it was closed. */
    private static final class RecordingQueue implements DriverQueue {

        private final AtomicInteger closes = new AtomicInteger();

        @Override
        public int capacity() {
            return 4;
        }

        @Override
        public long offer(Packet packet) {
            return -1;
        }

        @Override
        public boolean awaitRoom(long timeoutNanos) {
            return false;
        }

        @Override
        public boolean post(Runnable entry) {
            return false;
        }

        @Override
        public Position position(long packetId) {
            return () -> false;
        }

        @Override
        public long writeIndex() {
            return 0;
        }

        @Override
        public long readIndex() {
            return 0;
        }

        @Override
        public void close() {
            closes.incrementAndGet();
        }
    }
}
