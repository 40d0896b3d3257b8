package io.headrace.stress.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Settings;
import io.headrace.host.HostDriver;
import io.headrace.spi.Command;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rings of the host driver, as any driver's queue is used. */
class HostRingTest {

    private static final int PRODUCERS = 8;
    private static final int SIZE = 4;

    private final DriverDevice device =
            new HostDriver().open(new DriverEnvironment(Settings.defaults())).getFirst();

    @AfterEach
    void close() {
        device.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eightProducersOnARingOfFourGetEachPacketThroughOnceInOrder(boolean virtual) throws InterruptedException {
        int each = Effort.rounds(10_000, 1_000_000);
        DriverQueue queue = device.createQueue(0, SIZE);
        CountedPacket.Log log = new CountedPacket.Log(PRODUCERS);
        List<CountedPacket> packets = Collections.synchronizedList(new ArrayList<>());
        Crew crew = new Crew();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            crew.start(virtual, () -> {
                for (int number = 1; number <= each; number++) {
                    CountedPacket packet = new CountedPacket(log, producer, number, device);
                    while (!packet.offerTo(queue)) {
                        assertThat(queue.awaitRoom(Crew.LIMIT.toNanos())).isTrue();
                    }
                    if (number % 64 == 0) {
                        packets.add(packet);
                    }
                }
            });
        }
        crew.join();
        Crew.until("all end: " + log.ended, () -> log.ended.get() == PRODUCERS * each);
        Crew.until("all are freed", () -> queue.readIndex() == (long) PRODUCERS * each);
        assertThat(queue.writeIndex()).isEqualTo((long) PRODUCERS * each);
        assertThat(log.faults).hasValue(0);
        assertThat(packets).allMatch(CountedPacket::isRight);
        assertThat(packets).extracting(CountedPacket::id).doesNotHaveDuplicates();
        queue.close();
    }

    /** Callers that are interrupted or give up take no room, and lose no one's turn. */
    @Test
    void callersThatGiveUpLeaveRoomToTheOthers() throws InterruptedException {
        int each = Effort.rounds(3_000, 300_000);
        DriverQueue queue = device.createQueue(0, SIZE);
        CountedPacket.Log log = new CountedPacket.Log(PRODUCERS);
        AtomicInteger taken = new AtomicInteger();
        Crew crew = new Crew();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            crew.start(p % 2 == 0, () -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                int number = 1;
                for (int i = 0; i < each; i++) {
                    if (new CountedPacket(log, producer, number, device).offerTo(queue)) {
                        number++;
                        taken.incrementAndGet();
                    } else {
                        awaitOrGiveUp(queue, random);
                    }
                }
            });
        }
        crew.join();
        Crew.until("all end: " + log.ended + " of " + taken, () -> log.ended.get() == taken.get());
        assertThat(log.faults).hasValue(0);
        assertThat(queue.writeIndex()).isEqualTo(taken.get());
        queue.close();
    }

    private static void awaitOrGiveUp(DriverQueue queue, ThreadLocalRandom random) {
        try {
            switch (random.nextInt(4)) {
                case 0 -> queue.awaitRoom(random.nextInt(20_000));
                case 1 -> {
                    Thread.currentThread().interrupt();
                    queue.awaitRoom(Long.MAX_VALUE);
                }
                default -> assertThat(queue.awaitRoom(Crew.LIMIT.toNanos())).isTrue();
            }
        } catch (InterruptedException expected) {
            // That was the point.
        }
    }

    @Test
    void aQueueThatIsClosedRunsWhatItTookAndNothingElse() throws InterruptedException {
        for (int round = 0; round < Effort.rounds(150, 10_000); round++) {
            DriverQueue queue = device.createQueue(0, SIZE);
            CountedPacket.Log log = new CountedPacket.Log(PRODUCERS);
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger posted = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            Crew crew = new Crew();
            for (int p = 0; p < 3; p++) {
                int producer = p;
                crew.start(() -> offerUntilClosed(queue, log, producer, taken));
            }
            crew.start(() -> {
                while (queue.post(ran::incrementAndGet)) {
                    posted.incrementAndGet();
                    Thread.onSpinWait();
                }
            });
            int some = round % 50;
            Crew.until("some are taken", () -> taken.get() > some && posted.get() > 0);
            queue.close();
            crew.join();
            Crew.until("what was taken ends: " + log.ended + " of " + taken, () -> log.ended.get() == taken.get());
            Crew.until("what was posted runs: " + ran + " of " + posted, () -> ran.get() == posted.get());
            assertThat(log.faults).hasValue(0);
        }
    }

    private void offerUntilClosed(DriverQueue queue, CountedPacket.Log log, int producer, AtomicInteger taken)
            throws InterruptedException {
        try {
            for (int number = 1; ; ) {
                if (new CountedPacket(log, producer, number, device).offerTo(queue)) {
                    number++;
                    taken.incrementAndGet();
                } else {
                    queue.awaitRoom(Crew.LIMIT.toNanos());
                }
            }
        } catch (IllegalStateException closed) {
            assertThat(closed).hasMessageContaining("closed");
        }
    }

    /** Barriers only look back in time, so however many stand in two queues, all end. */
    @Test
    void barriersOfTwoQueuesOnEachOtherAllEnd() throws InterruptedException {
        int each = Effort.rounds(2_000, 200_000);
        DriverQueue[] queues = {device.createQueue(0, SIZE), device.createQueue(1, SIZE), device.createQueue(2, 8)};
        CountedPacket.Log[] logs = {new CountedPacket.Log(1), new CountedPacket.Log(1), new CountedPacket.Log(1)};
        AtomicInteger taken = new AtomicInteger();
        Crew.all(6, thread -> {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            for (int i = 0; i < each; i++) {
                int mine = random.nextInt(queues.length);
                Command command = barrierBehindWhatIsThere(queues, random);
                CountedPacket packet = command == null || random.nextInt(3) == 0
                        ? new CountedPacket(logs[mine], 0, 0, device)
                        : new CountedPacket(logs[mine], 0, command);
                while (!packet.offerTo(queues[mine])) {
                    assertThat(queues[mine].awaitRoom(Crew.LIMIT.toNanos())).isTrue();
                }
                taken.incrementAndGet();
            }
        });
        Crew.until("all end", () -> logs[0].ended.get() + logs[1].ended.get() + logs[2].ended.get() == taken.get());
        for (int i = 0; i < queues.length; i++) {
            assertThat(logs[i].faults).hasValue(0);
            queues[i].close();
        }
    }

    private static @Nullable Command barrierBehindWhatIsThere(DriverQueue[] queues, ThreadLocalRandom random) {
        List<DriverQueue.Position> positions = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(Command.Barrier.MAX_POSITIONS); i++) {
            DriverQueue other = queues[random.nextInt(queues.length)];
            long packets = other.writeIndex();
            if (packets > 0) {
                positions.add(other.position(packets - 1));
            }
        }
        return positions.isEmpty() ? null : new Command.Barrier(positions);
    }
}
