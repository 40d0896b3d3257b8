package io.headrace.stress.queue;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import java.util.ArrayDeque;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/** A pool of three queues as threads see it that bind streams and give them back, the last one first. */
@Param(name = "me", gen = ThreadIdGen.class)
public abstract class PoolUnderTest {

    private static final int LIMIT = 3;
    private static final int MOST_THREADS = 8;

    private final QueuePool pool;
    private final ArrayDeque<QueueSlot>[] bound;

    @SuppressWarnings({"unchecked", "rawtypes"})
    PoolUnderTest(QueuePolicy policy) {
        pool = new QueuePool(LIMIT, policy, ignored -> new NoQueue());
        pool.slots().getFirst().ensure();
        bound = IntStream.range(0, MOST_THREADS)
                .mapToObj(ignored -> new ArrayDeque<QueueSlot>())
                .toArray(ArrayDeque[]::new);
    }

    @Operation
    public int bind(@Param(name = "me") int me) {
        QueueSlot slot = pool.acquire();
        slot.ensure();
        bound[me].push(slot);
        return slot.index();
    }

    @Operation
    public int unbind(@Param(name = "me") int me) {
        QueueSlot slot = bound[me].poll();
        if (slot == null) {
            return -1;
        }
        slot.release();
        return slot.index();
    }

    public static final class BusyTracking extends PoolUnderTest {
        public BusyTracking() {
            super(QueuePolicy.BUSY_TRACKING);
        }
    }

    public static final class RoundRobin extends PoolUnderTest {
        public RoundRobin() {
            super(QueuePolicy.ROUND_ROBIN);
        }
    }
}
