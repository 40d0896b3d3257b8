package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LockedPoolTest {

    private static final int QUEUES = 4;
    private static final int STEPS = 10_000;

    @Test
    void itChoosesTheSameQueuesAsThePoolItIsComparedWith() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        QueuePool pool = new QueuePool(QUEUES, QueuePolicy.BUSY_TRACKING, ignored -> new IdleQueue());
        pool.slots().forEach(QueueSlot::ensure);
        LockedPool locked = new LockedPool(QUEUES);
        List<QueueSlot> taken = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (taken.isEmpty() || random.nextInt(100) < 55) {
                QueueSlot slot = pool.acquire();
                assertThat(locked.acquire()).as("seed=%d step=%d", seed, step).isEqualTo(slot.index());
                taken.add(slot);
            } else {
                QueueSlot slot = taken.remove(random.nextInt(taken.size()));
                slot.release();
                locked.release(slot.index());
            }
        }
        assertThat(locked.users()).isEqualTo(taken.size());
    }
}
