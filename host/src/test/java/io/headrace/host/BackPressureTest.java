package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.spi.DriverQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackPressureTest {

    private final HostDevice device = new HostDevice(Settings.defaults());
    private final Semaphore gate = new Semaphore(0);

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void aRingTakesAsManyPacketsAsItHasSlotsAndOneMoreWhenOneHasEnded() throws Exception {
        HostQueue queue = stalledQueue(16);
        assertThat(queue.offer(Commands.nothing())).isEqualTo(-1);
        assertThat(queue.writeIndex()).isEqualTo(16);
        endPackets(queue, 1);
        assertThat(queue.offer(Commands.nothing())).isEqualTo(16);
        assertThat(queue.offer(Commands.nothing())).isEqualTo(-1);
        gate.release(100);
        queue.close();
    }

    @Test
    void parkedCallersGoOnOnlyWhenAQuarterOfTheRingIsFree() throws Exception {
        HostQueue queue = stalledQueue(16);
        AtomicInteger returned = new AtomicInteger();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                assertThat(queue.awaitRoom(Long.MAX_VALUE)).isTrue();
                returned.incrementAndGet();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Eventually.awaitParked(caller);
        endPackets(queue, 3);
        Thread.sleep(50);
        assertThat(returned).hasValue(0);
        assertThat(queue.offer(Commands.nothing()))
                .as("an offer needs one slot only")
                .isNotNegative();
        endPackets(queue, 1);
        Thread.sleep(50);
        assertThat(returned).as("3 are free").hasValue(0);
        endPackets(queue, 1);
        Eventually.join(caller);
        assertThat(returned).hasValue(1);
        gate.release(100);
        queue.close();
    }

    @Test
    void theHysteresisIsAQuarterOfTheRingFrom1To128() {
        assertThat(HostQueue.hysteresis(2)).isEqualTo(1);
        assertThat(HostQueue.hysteresis(4)).isEqualTo(1);
        assertThat(HostQueue.hysteresis(16)).isEqualTo(4);
        assertThat(HostQueue.hysteresis(512)).isEqualTo(128);
        assertThat(HostQueue.hysteresis(65_536)).isEqualTo(128);
    }

    @Test
    void aWaitForRoomEndsWhenItsTimeIsOver() throws Exception {
        HostQueue queue = stalledQueue(4);
        long start = System.nanoTime();
        assertThat(queue.awaitRoom(TimeUnit.MILLISECONDS.toNanos(20))).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(queue.awaitRoom(0)).isFalse();
        gate.release(100);
        queue.close();
    }

    @Test
    void anInterruptedWaitForRoomThrowsAndChangesNothing() throws Exception {
        HostQueue queue = stalledQueue(4);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.awaitRoom(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
        AtomicInteger interrupted = new AtomicInteger();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                queue.awaitRoom(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        });
        Eventually.awaitParked(caller);
        caller.interrupt();
        Eventually.join(caller);
        assertThat(interrupted).hasValue(1);
        assertThat(queue.writeIndex()).isEqualTo(4);
        gate.release(100);
        queue.close();
    }

    @Test
    void closingTheQueueLetsParkedCallersGo() throws Exception {
        HostQueue queue = stalledQueue(4);
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                queue.awaitRoom(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Eventually.awaitParked(caller);
        queue.close();
        Eventually.join(caller);
        gate.release(100);
    }

    @Test
    void aThousandVirtualThreadsGetTheirTurnOnARingOfEight() throws Exception {
        DriverQueue queue = device.createQueue(0, 8);
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    for (int j = 0; j < 10; j++) {
                        Commands.launch(1, ignored -> ran.incrementAndGet())
                                .putInto(queue)
                                .succeeds();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) {
            Eventually.join(thread);
        }
        assertThat(ran).hasValue(10_000);
        queue.close();
    }

    /** A full queue, each packet of which ends when the gate has a permit for it. */
    private HostQueue stalledQueue(int size) {
        HostQueue queue = (HostQueue) device.createQueue(0, size);
        for (int i = 0; i < size; i++) {
            Commands.until(gate).offerTo(queue);
        }
        return queue;
    }

    private void endPackets(HostQueue queue, int count) throws InterruptedException {
        long before = queue.readIndex();
        gate.release(count);
        Eventually.await("packets ended", () -> queue.readIndex() == before + count);
    }
}
