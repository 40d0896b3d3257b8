package io.headrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.ResourcesExhaustedException;
import java.time.Duration;
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
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
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
    void anUnforeseenFailureOfACreationIsReportedTheSameWay() {
        QueueSlot slot = new QueueSlot("engine", 1, index -> {
            throw new IllegalStateException("no ring");
        });
        assertThatThrownBy(slot::ensure)
                .isExactlyInstanceOf(HeadraceException.class)
                .hasMessageContaining("engine=1")
                .hasRootCauseMessage("no ring");
    }

    @Test
    void allWhoNeedAQueueAreToldThatItsCreationFailedAndTheirCountsAreTheirOwn() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        QueueSlot slot = new QueueSlot("queue", 0, index -> {
            if (tries.incrementAndGet() <= 20) {
                throw new ResourcesExhaustedException("not yet");
            }
            return new RecordingQueue();
        });
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                slot.acquire();
                try {
                    slot.ensure();
                } catch (ResourcesExhaustedException e) {
                    told.incrementAndGet();
                    slot.release();
                }
            }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(told).as("each tried by itself and failed").hasValue(16);
        assertThat(slot.users()).isZero();
        assertThat(slot.queue()).isNull();
    }

    @Test
    void whoWaitsForACreationIsNotInterruptedButStaysMarkedSo() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        QueueSlot slot = new QueueSlot("queue", 0, index -> {
            try {
                assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new RecordingQueue();
        });
        Thread creator = Thread.ofPlatform().daemon().start(slot::ensure);
        AtomicInteger marked = new AtomicInteger();
        Thread waiter = Thread.ofPlatform().daemon().start(() -> {
            Thread.currentThread().interrupt();
            slot.ensure();
            marked.addAndGet(Thread.interrupted() ? 1 : 0);
        });
        goOn.countDown();
        assertThat(creator.join(Duration.ofSeconds(20))).isTrue();
        assertThat(waiter.join(Duration.ofSeconds(20))).isTrue();
        assertThat(slot.queue()).isNotNull();
        assertThat(marked).hasValue(1);
    }

    @Test
    void theMostUsersAtATimeAreRemembered() {
        QueueSlot slot = new QueueSlot("queue", 0, index -> new RecordingQueue());
        assertThat(slot.tryAcquire(0)).isTrue();
        assertThat(slot.tryAcquire(0)).as("there is one already").isFalse();
        assertThat(slot.tryAcquire(1)).isTrue();
        slot.release();
        slot.release();
        slot.acquire();
        assertThat(slot.users()).isEqualTo(1);
        assertThat(slot.usersMax()).isEqualTo(2);
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
        assertThat(creator.join(Duration.ofSeconds(20))).isTrue();
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
}
