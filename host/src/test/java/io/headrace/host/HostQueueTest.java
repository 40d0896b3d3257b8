package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostQueueTest {

    private final HostDevice device = new HostDevice(Settings.defaults());

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void packetsRunOneAfterTheOtherInTheOrderOfTheirIds() throws Exception {
        DriverQueue queue = device.createQueue(0, 64);
        List<Long> order = Collections.synchronizedList(new ArrayList<>());
        List<TestPacket> packets = new ArrayList<>();
        for (long i = 0; i < 50; i++) {
            long number = i;
            packets.add(Commands.launch(1, ignored -> order.add(number)).offerTo(queue));
        }
        for (TestPacket packet : packets) {
            packet.succeeds();
        }
        assertThat(order).hasSize(50).isSorted();
        assertThat(packets)
                .extracting(packet -> packet.id)
                .isSorted()
                .startsWith(0L)
                .endsWith(49L);
        assertThat(packets).allMatch(packet -> packet.begins == 1 && packet.ends == 1);
        queue.close();
    }

    @Test
    void eightProducersOnARingOfFourRunEachPacketOnceInTheOrderOfItsId() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        int producers = 8;
        int each = 5_000;
        List<OrderedPacket> ended = new ArrayList<>(producers * each);
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int i = 0; i < each; i++) {
                        new OrderedPacket(ended).putInto(queue);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) {
            Eventually.join(thread);
        }
        Eventually.await("all packets ended", () -> queue.readIndex() == (long) producers * each);
        assertThat(ended).hasSize(producers * each);
        for (int i = 0; i < ended.size(); i++) {
            assertThat(ended.get(i).id).isEqualTo(i);
            assertThat(ended.get(i).begins).isEqualTo(1);
            assertThat(ended.get(i).ends).isEqualTo(1);
        }
        queue.close();
    }

    @Test
    void thePacketBehindIsSeenAtAnEndIfItIsThere() throws Exception {
        DriverQueue queue = device.createQueue(0, 8);
        Semaphore gate = new Semaphore(0);
        Commands.until(gate).offerTo(queue);
        TestPacket second = Commands.nothing().offerTo(queue);
        TestPacket third = Commands.nothing().offerTo(queue);
        gate.release();
        second.succeeds();
        third.succeeds();
        assertThat(second.next).isSameAs(third);
        assertThat(third.next).isNull();
        queue.close();
    }

    @Test
    void aQueueAtRestHoldsOnToNoPacket() throws Exception {
        DriverQueue queue = device.createQueue(0, 8);
        List<WeakReference<TestPacket>> packets = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            TestPacket packet = Commands.nothing().putInto(queue);
            packet.succeeds();
            packets.add(new WeakReference<>(packet));
        }
        Eventually.await("packets are collected", () -> {
            System.gc();
            return packets.stream().allMatch(packet -> packet.get() == null);
        });
        queue.close();
    }

    @Test
    void theReadIndexPassesAPacketOnlyWhenItHasEnded() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        Semaphore gate = new Semaphore(0);
        TestPacket packet = Commands.until(gate).offerTo(queue);
        DriverQueue.Position position = queue.position(packet.id);
        Eventually.await("packet runs", () -> packet.begins == 1);
        assertThat(queue.readIndex()).isZero();
        assertThat(queue.writeIndex()).isEqualTo(1);
        assertThat(position.reached()).isFalse();
        gate.release();
        Eventually.await("position is reached", position::reached);
        assertThat(packet.hasEnded()).isTrue();
        queue.close();
    }

    @Test
    void whoeverSeesTheReadIndexPassAPacketSeesItsEndToo() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        List<Long> readIndexAtEnd = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 3; i++) {
            new TestPacket(Commands.nothing().command()) {
                @Override
                public void end(@Nullable Throwable failure, @Nullable Packet next) {
                    readIndexAtEnd.add(queue.readIndex());
                    super.end(failure, next);
                }
            }.offerTo(queue).succeeds();
        }
        assertThat(readIndexAtEnd).containsExactly(0L, 1L, 2L);
        queue.close();
    }

    @Test
    void aPacketThatMustNotRunEndsWithoutRunning() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        AtomicInteger ran = new AtomicInteger();
        TestPacket packet = Commands.launch(1, ignored -> ran.incrementAndGet());
        packet.mayRun = false;
        packet.offerTo(queue).succeeds();
        assertThat(ran).hasValue(0);
        assertThat(packet.ends).isEqualTo(1);
        queue.close();
    }

    @Test
    void whatRunsInTheRingStillRunsAfterTheClose() throws Exception {
        DriverQueue queue = device.createQueue(0, 8);
        Semaphore gate = new Semaphore(0);
        TestPacket first = Commands.until(gate).offerTo(queue);
        TestPacket second = Commands.nothing().offerTo(queue);
        queue.close();
        queue.close();
        assertThatThrownBy(() -> queue.offer(Commands.nothing()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("headrace-host-queue-0");
        assertThat(first.hasEnded()).isFalse();
        gate.release();
        first.succeeds();
        second.succeeds();
        Eventually.await("both ended", () -> queue.readIndex() == 2);
        Eventually.await(
                "thread ended",
                () -> Eventually.threads("headrace-host-queue-0").isEmpty());
        assertThat(queue.writeIndex()).isEqualTo(2);
    }

    @Test
    void everyPacketThatWasTakenBeforeTheCloseEnds() throws Exception {
        for (int round = 0; round < 300; round++) {
            DriverQueue queue = device.createQueue(0, 64);
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            List<Thread> producers = new ArrayList<>();
            for (int p = 0; p < 4; p++) {
                producers.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        while (true) {
                            if (queue.offer(Commands.launch(1, ignored -> ran.incrementAndGet())) >= 0) {
                                taken.incrementAndGet();
                            }
                        }
                    } catch (IllegalStateException closed) {
                        // the end of this test's round
                    }
                }));
            }
            Thread.sleep(0, round * 1_000);
            queue.close();
            for (Thread producer : producers) {
                Eventually.join(producer);
            }
            Eventually.await("all packets ended", () -> queue.readIndex() == queue.writeIndex());
            assertThat(ran).hasValue(taken.get());
        }
    }

    @Test
    void entriesRunInOrderOnTheQueuesThreadEvenIfTheRingIsFull() throws Exception {
        DriverQueue queue = device.createQueue(0, 2);
        Semaphore gate = new Semaphore(0);
        TestPacket first = Commands.until(gate).offerTo(queue);
        TestPacket second = Commands.until(gate).offerTo(queue);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            int number = i;
            queue.post(() -> {
                ran.add(number + " " + Thread.currentThread().getName() + " " + second.hasEnded());
                done.countDown();
            });
        }
        gate.release();
        first.succeeds();
        done.await();
        assertThat(ran).hasSize(10);
        for (int i = 0; i < 10; i++) {
            assertThat(ran.get(i)).isEqualTo(i + " headrace-host-queue-0 false");
        }
        gate.release();
        second.succeeds();
        queue.close();
    }

    @Test
    void anEntryWakesASleepingQueueAndMayOfferPackets() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        Eventually.awaitParked(Eventually.threads("headrace-host-queue-0").getFirst());
        TestPacket packet = Commands.nothing();
        queue.post(() -> packet.offerTo(queue));
        packet.succeeds();
        queue.close();
    }

    @Test
    void entriesThatPostEntriesLeavePacketsTheirTurn() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        AtomicInteger stop = new AtomicInteger();
        queue.post(new Runnable() {
            @Override
            public void run() {
                if (stop.get() == 0) {
                    queue.post(this);
                }
            }
        });
        Commands.nothing().offerTo(queue).succeeds();
        stop.set(1);
        queue.close();
    }

    @Test
    void anEntryPostedBeforeTheEndRunsAndOneAfterItIsRefused() throws Exception {
        for (int round = 0; round < 200; round++) {
            DriverQueue queue = device.createQueue(0, 4);
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            Thread poster = Thread.ofPlatform().daemon().start(() -> {
                while (queue.post(ran::incrementAndGet)) {
                    taken.incrementAndGet();
                }
            });
            Thread.sleep(0, round * 1_000);
            queue.close();
            Eventually.join(poster);
            // While its thread takes leave, it may still run what comes.
            Eventually.await("nothing is taken", () -> {
                boolean isTaken = queue.post(ran::incrementAndGet);
                taken.addAndGet(isTaken ? 1 : 0);
                return !isTaken;
            });
            Eventually.await("what was taken ran", () -> ran.get() == taken.get());
        }
    }

    @Test
    void theQueuesOwnThreadIsRefusedToWaitForRoom() throws Exception {
        DriverQueue queue = device.createQueue(0, 4);
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        queue.post(() -> {
            try {
                queue.awaitRoom(1);
            } catch (IllegalStateException | InterruptedException e) {
                thrown.add(e);
            }
            done.countDown();
        });
        done.await();
        assertThat(thrown).hasSize(1).first().isInstanceOf(IllegalStateException.class);
        queue.close();
    }

    /** Notes the order of the ends. Only the queue's thread writes the list until all have ended. */
    private static final class OrderedPacket extends TestPacket {
        private final List<OrderedPacket> ended;

        OrderedPacket(List<OrderedPacket> ended) {
            super(Commands.nothing().command());
            this.ended = ended;
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            ended.add(this);
            super.end(failure, next);
        }
    }
}
