package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.error.DeviceFailureException;
import io.headrace.spi.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessorFailureTest {

    private final HostDevice device = new HostDevice(Settings.defaults());
    private final HostQueue queue = (HostQueue) device.createQueue(0, 8);

    @AfterEach
    void close() {
        queue.close();
        device.close();
    }

    @Test
    void whenTheProcessorDiesEverythingInItsRingFailsAndNobodyWaitsForEver() throws Exception {
        Semaphore gate = new Semaphore(0);
        TestPacket running = Commands.until(gate).offerTo(queue);
        TestPacket killer = new TestPacket(Commands.nothing().command()) {
            @Override
            public void end(@Nullable Throwable failure, @Nullable Packet next) {
                super.end(failure, next);
                throw new IllegalStateException("on purpose");
            }
        }.offerTo(queue);
        List<TestPacket> behind = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            behind.add(Commands.nothing().offerTo(queue));
        }
        behind.get(1).mayRun = false;
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                queue.awaitRoom(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Eventually.awaitParked(caller);
        gate.release();

        running.succeeds();
        killer.succeeds();
        assertThat(behind.get(0).outcome())
                .isInstanceOf(DeviceFailureException.class)
                .hasRootCauseMessage("on purpose");
        assertThat(behind.get(1).outcome()).as("it had failed before").isNull();
        for (TestPacket packet : behind.subList(2, 6)) {
            assertThat(packet.outcome()).isInstanceOf(DeviceFailureException.class);
        }
        Eventually.join(caller);
        assertThat(behind).allMatch(packet -> packet.ends == 1);
        assertThat(killer.ends).isEqualTo(1);
        Eventually.await("the timeline went on", () -> queue.readIndex() == 8);
        assertThatThrownBy(() -> queue.offer(Commands.nothing()))
                .isInstanceOf(DeviceFailureException.class)
                .hasMessageContaining("headrace-host-queue-0");
        Eventually.await("entries are refused", () -> !queue.post(() -> {}));
    }

    @Test
    void aFailingEntryInTheMiddleOfABarrierFailsTheBarrierOnce() throws Exception {
        Semaphore gate = new Semaphore(0);
        HostQueue other = (HostQueue) device.createQueue(1, 8);
        TestPacket stalled = Commands.until(gate).offerTo(other);
        TestPacket barrier = Commands.barrier(other.position(stalled.id)).offerTo(queue);
        Eventually.await("barrier waits", () -> barrier.begins == 1);
        queue.post(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(barrier.outcome()).isInstanceOf(DeviceFailureException.class);
        assertThat(barrier.begins).isEqualTo(1);
        assertThat(barrier.ends).isEqualTo(1);
        gate.release();
        stalled.succeeds();
        other.close();
    }

    @Test
    void aPacketThatCannotBeginFailsAlone() throws Exception {
        TestPacket bad = new TestPacket(Commands.nothing().command()) {
            @Override
            public boolean begin() {
                throw new IllegalStateException("on purpose");
            }
        }.offerTo(queue);
        assertThat(bad.outcome()).hasMessage("on purpose");
        Commands.nothing().offerTo(queue).succeeds();
    }

    @Test
    void anErrorInAKernelFailsItsPacketAlone() throws Exception {
        TestPacket bad = Commands.launch(1, ProcessorFailureTest::recurse).offerTo(queue);
        assertThat(bad.outcome()).hasRootCauseInstanceOf(StackOverflowError.class);
        Commands.nothing().offerTo(queue).succeeds();
    }

    @Test
    void aKernelThatLeavesItsThreadInterruptedDisturbsNobody() throws Exception {
        Commands.launch(1, ignored -> Thread.currentThread().interrupt())
                .offerTo(queue)
                .succeeds();
        Eventually.awaitParked(Eventually.threads("headrace-host-queue-0").getFirst());
        Commands.nothing().offerTo(queue).succeeds();
    }

    @SuppressWarnings("InfiniteRecursion")
    private static void recurse(long depth) {
        recurse(depth + 1);
    }
}
