package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BarrierTest {

    private final HostDevice device = new HostDevice(Settings.defaults());
    private final DriverQueue blocked = device.createQueue(0, 16);
    private final List<DriverQueue> others =
            List.of(device.createQueue(1, 16), device.createQueue(2, 16), device.createEngineQueue(0, 16));

    @AfterEach
    void close() {
        blocked.close();
        others.forEach(DriverQueue::close);
        device.close();
    }

    @Test
    void aBarrierHoldsBackWhatIsBehindItUntilAllItsPositionsAreReached() throws Exception {
        List<Semaphore> gates = new ArrayList<>();
        List<DriverQueue.Position> positions = new ArrayList<>();
        for (DriverQueue other : others) {
            Semaphore gate = new Semaphore(0);
            gates.add(gate);
            positions.add(other.position(Commands.until(gate).offerTo(other).id));
        }
        TestPacket barrier = new TestPacket(new Command.Barrier(positions)).offerTo(blocked);
        TestPacket behind = Commands.nothing().offerTo(blocked);
        for (Semaphore gate : gates) {
            Thread.sleep(5);
            assertThat(barrier.hasEnded()).isFalse();
            assertThat(behind.begins).isZero();
            gate.release();
        }
        barrier.succeeds();
        behind.succeeds();
    }

    @Test
    void aBarrierWhosePositionsAreReachedPasses() throws Exception {
        TestPacket before = Commands.nothing().offerTo(others.get(0));
        before.succeeds();
        TestPacket own = Commands.nothing().offerTo(blocked);
        Commands.barrier(others.get(0).position(before.id), blocked.position(own.id))
                .offerTo(blocked)
                .succeeds();
    }

    @Test
    void entriesRunWhileTheQueueIsBlockedAndMayBeWhatItWaitsFor() throws Exception {
        Semaphore gate = new Semaphore(0);
        TestPacket other = Commands.until(gate).offerTo(others.get(0));
        TestPacket barrier = Commands.barrier(others.get(0).position(other.id)).offerTo(blocked);
        Eventually.awaitParked(Eventually.threads("headrace-host-queue-0").getFirst());
        CountDownLatch first = new CountDownLatch(1);
        blocked.post(first::countDown);
        assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(barrier.hasEnded()).isFalse();
        blocked.post(gate::release);
        barrier.succeeds();
    }

    @Test
    void aSleepingBarrierIsWokenBytheQueueItWaitsFor() throws Exception {
        for (int round = 0; round < 20; round++) {
            Semaphore gate = new Semaphore(0);
            TestPacket other = Commands.until(gate).offerTo(others.get(0));
            TestPacket barrier =
                    Commands.barrier(others.get(0).position(other.id)).offerTo(blocked);
            Eventually.awaitParked(Eventually.threads("headrace-host-queue-0").getFirst());
            gate.release();
            barrier.succeeds();
        }
    }

    @Test
    void noWakeUpIsLostBetweenTwoQueuesThatWaitForEachOther() throws Exception {
        DriverQueue one = blocked;
        DriverQueue two = others.get(0);
        TestPacket last = Commands.nothing().offerTo(one);
        for (int round = 0; round < 20_000; round++) {
            DriverQueue next = round % 2 == 0 ? two : one;
            DriverQueue before = round % 2 == 0 ? one : two;
            last = Commands.barrier(before.position(last.id)).putInto(next);
        }
        last.succeeds();
    }

    @Test
    void aBarrierThatMustNotRunWaitsForNothing() throws Exception {
        Semaphore gate = new Semaphore(0);
        TestPacket other = Commands.until(gate).offerTo(others.get(0));
        TestPacket barrier = Commands.barrier(others.get(0).position(other.id));
        barrier.mayRun = false;
        barrier.offerTo(blocked).succeeds();
        gate.release();
        other.succeeds();
    }

    @Test
    void positionsOfAQueueThatHasEndedAreReached() throws Exception {
        DriverQueue closed = device.createQueue(3, 4);
        TestPacket before = Commands.nothing().offerTo(closed);
        closed.close();
        Commands.barrier(closed.position(before.id)).offerTo(blocked).succeeds();
        assertThat(closed.position(before.id).reached()).isTrue();
    }

    @Test
    void moreThanThreePositionsAreRefusedBeforeASlotIsClaimed() {
        DriverQueue.Position position = blocked.position(0);
        TestPacket four = Commands.barrier(position, position, position, position);
        assertThatThrownBy(() -> blocked.offer(four))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positions=4");
        assertThat(blocked.writeIndex()).isZero();
    }

    @Test
    void otherQueuesRunWhileOneIsBlocked() throws Exception {
        Semaphore gate = new Semaphore(0);
        TestPacket stalled = Commands.until(gate).offerTo(others.get(0));
        TestPacket barrier =
                Commands.barrier(others.get(0).position(stalled.id)).offerTo(blocked);
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            Commands.launch(1, ignored -> ran.incrementAndGet()).putInto(others.get(1));
        }
        Eventually.await("the other queue ran", () -> ran.get() == 100);
        assertThat(barrier.hasEnded()).isFalse();
        gate.release();
        barrier.succeeds();
    }
}
