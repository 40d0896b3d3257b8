package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.tck.SpiDevice.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the runtime relies on in a driver's queue, tested without the runtime. */
abstract class DriverQueueContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static Probe empty(SpiDevice spi) {
        return new Probe(spi.launch(Range.of(1), x -> {}));
    }

    private static Probe waiting(SpiDevice spi, Gate gate) {
        return new Probe(spi.launch(Range.of(1), x -> gate.pass()));
    }

    private static void offerAll(DriverQueue queue, Probe... packets) {
        for (Probe packet : packets) {
            assertThat(queue.offer(packet)).isNotEqualTo(-1);
        }
    }

    private static void offerInTurn(DriverQueue queue, Probe packet) throws InterruptedException {
        while (queue.offer(packet) == -1) {
            assertThat(queue.awaitRoom(TimeUnit.SECONDS.toNanos(30))).isTrue();
        }
    }

    // E11
    @Test
    void aRingHoldsAsManyPacketsAsItsSizeUntilTheyHaveEnded() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            for (int size : new int[] {4, 16, 512}) {
                DriverQueue queue = spi.queue(size == 4 ? 0 : size == 16 ? 1 : 2, size);
                assertThat(queue.capacity()).isEqualTo(size);
                Gate gate = gate();
                Probe first = waiting(spi, gate);
                assertThat(queue.offer(first)).isZero();
                gate.awaitArrivals(1);
                for (int i = 1; i < size; i++) {
                    assertThat(queue.offer(empty(spi))).isEqualTo(i);
                }
                Probe refused = empty(spi);
                assertThat(queue.offer(refused)).isEqualTo(-1);
                assertThat(queue.writeIndex()).isEqualTo(size);
                assertThat(queue.readIndex()).isZero();
                gate.open();
                assertThat(queue.awaitRoom(TimeUnit.SECONDS.toNanos(30))).isTrue();
                offerInTurn(queue, refused);
                refused.awaitEnd();
                Eventually.isTrue("all have ended", () -> queue.readIndex() == size + 1);
                assertThat(queue.writeIndex()).isEqualTo(size + 1);
            }
        }
    }

    // E11
    @Test
    void roomIsAnnouncedOnceAQuarterIsFreeAndOffersGetInBefore() throws Exception {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            List<Gate> gates = IntStream.range(0, 16).mapToObj(i -> gate()).toList();
            List<Probe> packets = gates.stream().map(gate -> waiting(spi, gate)).toList();
            packets.forEach(packet -> offerAll(queue, packet));
            Task<Boolean> caller = Task.start(() -> queue.awaitRoom(Long.MAX_VALUE));
            Eventually.isBlocked(caller.thread());
            for (int i = 0; i < 3; i++) {
                gates.get(i).open();
                packets.get(i).awaitEnd();
            }
            gates.get(3).awaitArrivals(1);
            assertThat(queue.awaitRoom(SHORT_NANOS))
                    .as("room with 3 of 16 free")
                    .isFalse();
            assertThat(caller.isDone()).isFalse();
            gates.get(3).open();
            assertThat(caller.join()).isTrue();
            gates.forEach(Gate::open);
            packets.getLast().awaitEnd();
        }
    }

    // E11
    @Test
    void anOfferGetsInWhenOneSlotIsFree() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            Gate first = gate();
            Gate second = gate();
            offerAll(queue, waiting(spi, first), waiting(spi, second));
            for (int i = 0; i < 14; i++) {
                offerAll(queue, empty(spi));
            }
            assertThat(queue.offer(empty(spi))).isEqualTo(-1);
            first.open();
            second.awaitArrivals(1);
            Eventually.isTrue("an offer gets in", () -> queue.offer(empty(spi)) != -1);
            assertThat(queue.offer(empty(spi))).isEqualTo(-1);
            second.open();
        }
    }

    @Test
    void aWaitForRoomEndsByTimeOrInterrupt() throws Exception {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            Gate gate = gate();
            offerAll(queue, waiting(spi, gate), empty(spi), empty(spi), empty(spi));
            assertThat(queue.awaitRoom(0)).isFalse();
            assertThat(queue.awaitRoom(SHORT_NANOS)).isFalse();
            Task<Boolean> caller = Task.start(() -> queue.awaitRoom(Long.MAX_VALUE));
            Eventually.isBlocked(caller.thread());
            caller.interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
            gate.open();
            assertThat(queue.awaitRoom(Long.MAX_VALUE)).isTrue();
        }
    }

    @Test
    void manyThreadsThatWaitForRoomAllGetIt() throws Exception {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            Gate gate = gate();
            offerAll(queue, waiting(spi, gate), empty(spi), empty(spi), empty(spi));
            List<Task<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                callers.add(Task.run(() -> {
                    Probe packet = empty(spi);
                    offerInTurn(queue, packet);
                    packet.awaitEnd();
                }));
                callers.add(Task.startVirtual(() -> {
                    Probe packet = empty(spi);
                    offerInTurn(queue, packet);
                    packet.awaitEnd();
                    return true;
                }));
            }
            gate.open();
            for (Task<Boolean> caller : callers) {
                caller.join();
            }
        }
    }

    // E11
    @Test
    void eightProducersOnARingOfFourLoseNothingAndRunInTheOrderOfTheirIds() throws Exception {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            int each = 5_000;
            List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
            ConcurrentSkipListMap<Long, Integer> byId = new ConcurrentSkipListMap<>();
            AtomicInteger torn = new AtomicInteger();
            List<Task<Boolean>> producers = new ArrayList<>();
            for (int p = 0; p < 8; p++) {
                int producer = p;
                producers.add(Task.run(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = producer * each + i;
                        int[] written = {0};
                        Probe packet = new Probe(spi.launch(Range.of(1), x -> {
                            if (written[0] != number + 1) {
                                torn.incrementAndGet();
                            }
                            ran.add(number);
                        }));
                        written[0] = number + 1;
                        long id = queue.offer(packet);
                        while (id == -1) {
                            queue.awaitRoom(Long.MAX_VALUE);
                            id = queue.offer(packet);
                        }
                        byId.put(id, number);
                    }
                }));
            }
            for (Task<Boolean> producer : producers) {
                producer.join();
            }
            Eventually.isTrue("all have ended", () -> queue.readIndex() == 8L * each);
            assertThat(torn).hasValue(0);
            assertThat(byId.keySet())
                    .containsExactlyElementsOf(
                            LongStream.range(0, 8L * each).boxed().toList());
            assertThat(ran).containsExactlyElementsOf(byId.values());
        }
    }

    @Test
    void aPacketThatMustNotRunEndsInItsPlace() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            AtomicInteger ran = new AtomicInteger();
            Probe dropped = new Probe(spi.launch(Range.of(1), x -> ran.incrementAndGet())).thatMustNotRun();
            Probe behind = new Probe(spi.launch(Range.of(1), x -> ran.addAndGet(10)));
            offerAll(queue, dropped, behind);
            dropped.awaitEnd();
            behind.awaitEnd();
            assertThat(dropped.failure()).isNull();
            assertThat(ran).hasValue(10);
        }
    }

    @Test
    void aFailureReachesItsOwnPacketAndTheQueueGoesOn() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            Probe failing = new Probe(spi.launch(Range.of(1_000), x -> {
                throw new IllegalStateException("planned");
            }));
            Probe behind = empty(spi);
            offerAll(queue, failing, behind);
            failing.awaitEnd();
            behind.awaitEnd();
            assertThat(failing.failure()).isNotNull().hasRootCauseMessage("planned");
            assertThat(behind.failure()).isNull();
        }
    }

    @Test
    void theHintNamesThePacketBehindOrNone() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            Gate gate = gate();
            Probe first = waiting(spi, gate);
            Probe second = empty(spi);
            offerAll(queue, first, second);
            gate.awaitArrivals(1);
            gate.open();
            first.awaitEnd();
            second.awaitEnd();
            assertThat(first.next()).isIn(second, null);
            assertThat(second.next()).isNull();
        }
    }

    @Test
    void postedEntriesRunInOrderOnceEvenIfTheRingIsFull() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            Gate gate = gate();
            Probe last = empty(spi);
            offerAll(queue, waiting(spi, gate), empty(spi), empty(spi), last);
            gate.awaitArrivals(1);
            List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 100; i++) {
                int number = i;
                queue.post(() -> order.add(number));
            }
            gate.open();
            Eventually.isTrue("100 entries have run", () -> order.size() == 100);
            assertThat(order)
                    .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
            last.awaitEnd();
        }
    }

    @Test
    void anEntryThatPostsItselfAgainStarvesNoPacket() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            Gate gate = gate();
            Probe third = empty(spi);
            Probe fifth = empty(spi);
            offerAll(queue, waiting(spi, gate), empty(spi), third, empty(spi));
            gate.awaitArrivals(1);
            queue.post(new Runnable() {
                @Override
                public void run() {
                    if (queue.offer(fifth) == -1) {
                        queue.post(this);
                    }
                }
            });
            gate.open();
            third.awaitEnd();
            fifth.awaitEnd();
        }
    }

    @Test
    void anIdleQueueRunsPostedEntriesToo() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            for (int i = 0; i < 1_000; i++) {
                AtomicInteger ran = new AtomicInteger();
                Probe packet = empty(spi);
                queue.post(() -> {
                    ran.incrementAndGet();
                    assertThat(queue.offer(packet)).isNotEqualTo(-1);
                });
                packet.awaitEnd();
                assertThat(ran).hasValue(1);
                if (i % 100 == 0) {
                    Thread.sleep(2);
                }
            }
        }
    }

    @Test
    void aQueueWhoseThreadHasEndedRefusesEntries() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.device().createQueue(0, 4);
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            queue.close();
            Eventually.isTrue("an entry is refused", () -> {
                boolean taken = queue.post(ran::incrementAndGet);
                if (taken) {
                    accepted.incrementAndGet();
                }
                return !taken;
            });
            Eventually.isTrue("every accepted entry has run", () -> ran.get() == accepted.get());
            assertThat(queue.post(ran::incrementAndGet)).isFalse();
            assertThat(ran).hasValue(accepted.get());
        }
    }

    @Test
    void aPositionIsReachedOnceThePacketBeforeItHasEnded() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 4);
            Gate first = gate();
            Gate second = gate();
            DriverQueue.Position one = queue.position(queue.offer(waiting(spi, first)));
            DriverQueue.Position two = queue.position(queue.offer(waiting(spi, second)));
            first.awaitArrivals(1);
            assertThat(one.reached()).isFalse();
            first.open();
            second.awaitArrivals(1);
            Eventually.isTrue("position 1 is reached", one::reached);
            assertThat(two.reached()).isFalse();
            second.open();
            Eventually.isTrue("position 2 is reached", two::reached);
            assertThat(one.reached()).isTrue();
        }
    }

    @Test
    void aBarrierHoldsBackWhatIsBehindItUntilAllPositionsAreReached() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue waits = spi.queue(0, 16);
            List<Gate> gates = List.of(gate(), gate(), gate());
            List<DriverQueue.Position> positions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                DriverQueue queue = spi.queue(1 + i, 4);
                positions.add(queue.position(queue.offer(waiting(spi, gates.get(i)))));
            }
            Probe barrier = new Probe(new Command.Barrier(positions));
            Probe behind = empty(spi);
            offerAll(waits, barrier, behind);
            for (Gate gate : gates) {
                gate.awaitArrivals(1);
                assertThat(barrier.isEnded()).isFalse();
                assertThat(behind.isEnded()).isFalse();
                gate.open();
            }
            barrier.awaitEnd();
            behind.awaitEnd();
        }
    }

    @Test
    void queuesRunIndependently() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            List<Gate> gates = new ArrayList<>();
            List<Probe> stuck = new ArrayList<>();
            for (int i = 0; i < Math.min(8, spi.device().info().maxQueues()) - 1; i++) {
                Gate gate = gate();
                Probe packet = waiting(spi, gate);
                offerAll(spi.queue(i, 4), packet);
                gate.awaitArrivals(1);
                gates.add(gate);
                stuck.add(packet);
            }
            Probe free = new Probe(spi.launch(Range.of(1_000_000), x -> {}));
            offerAll(spi.queue(gates.size(), 4), free);
            free.awaitEnd();
            gates.forEach(Gate::open);
            for (Probe packet : stuck) {
                packet.awaitEnd();
            }
        }
    }

    @Test
    void aClosedQueueRunsWhatItHasAndTakesNoMore() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.device().createQueue(0, 8);
            Gate gate = gate();
            Probe last = empty(spi);
            offerAll(queue, waiting(spi, gate), empty(spi), last);
            queue.close();
            assertThatThrownBy(() -> queue.offer(empty(spi))).isInstanceOf(IllegalStateException.class);
            assertThat(last.isEnded()).isFalse();
            gate.open();
            last.awaitEnd();
        }
    }

    /** What is recorded of a packet of a device that tells no times has no room for them. */
    @Test
    void aDeviceThatSaysItTellsNoTimesTellsNone() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            AtomicInteger told = new AtomicInteger();
            Probe timed = new Probe(spi.launch(Range.of(1), x -> {})) {
                @Override
                public boolean isTimed() {
                    return true;
                }

                @Override
                public void ran(long startNanos, long endNanos) {
                    told.incrementAndGet();
                }
            };
            assertThat(spi.queue(0, 4).offer(timed)).isZero();
            timed.awaitEnd();
            assertThat(told.get()).isLessThanOrEqualTo(spi.device().tellsTimes() ? 1 : 0);
        }
    }
}
