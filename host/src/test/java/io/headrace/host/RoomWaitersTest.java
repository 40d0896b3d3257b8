package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoomWaitersTest {

    private final PacketRing ring = new PacketRing(4);
    private final RoomWaiters room = new RoomWaiters(ring, 1, 0);

    @Test
    void aCallerThatGivesUpWhileItIsLetGoPassesTheRoomOn() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            fill();
            Thread first = start(round % 2 == 0 ? Long.MAX_VALUE : random.nextInt(200_000));
            Thread second = start(Long.MAX_VALUE);
            Thread interrupter = Thread.ofPlatform().daemon().start(first::interrupt);
            for (int spin = random.nextInt(20_000); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            free();
            boolean came = second.join(java.time.Duration.ofSeconds(20));
            assertThat(came)
                    .as("round %d, seed %d: the second caller came", round, seed)
                    .isTrue();
            Eventually.join(first);
            Eventually.join(interrupter);
            assertThat(room.waiting()).isZero();
        }
    }

    @Test
    void aCallerThatCameForNothingPassesTheRoomOn() throws Exception {
        fill();
        Thread first = start(Long.MAX_VALUE);
        Thread second = start(Long.MAX_VALUE);
        Eventually.awaitParked(first);
        Eventually.awaitParked(second);
        free(); // one slot; neither of the two puts anything into it
        Eventually.join(first);
        Eventually.join(second);
    }

    @Test
    void timesThatRunOutLeaveNothingBehind() throws Exception {
        fill();
        for (int i = 0; i < 100; i++) {
            assertThat(room.await(TimeUnit.MICROSECONDS.toNanos(50))).isFalse();
        }
        assertThat(room.waiting()).isZero();
        free();
        assertThat(room.await(Long.MAX_VALUE)).isTrue();
    }

    private Thread start(long nanos) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                room.await(nanos);
            } catch (InterruptedException givenUp) {
                // what the test is about
            }
        });
    }

    private void fill() {
        while (put() >= 0) {
            // until it is full
        }
    }

    private long put() {
        return ring.put(Commands.nothing());
    }

    /** What the packet processor does after a packet. */
    private void free() {
        ring.free(ring.readIndex());
        if (room.any()) {
            room.letGo();
        }
    }
}
