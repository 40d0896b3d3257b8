package io.headrace;

import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;

/** Where operations of one kind may go: to any queue of a pool, or to one certain queue. Safe for use from any thread. */
abstract sealed class Lane {

    /** Chooses a slot and counts one more user in it; its queue may not exist yet. */
    abstract QueueSlot acquire();

    /** Whether a slot is of this lane. */
    abstract boolean has(QueueSlot slot);

    /** Whether kernels run here. */
    abstract boolean isCompute();

    /** The queues that streams share. */
    static final class Shared extends Lane {

        private final QueuePool pool;

        Shared(QueuePool pool) {
            this.pool = pool;
        }

        @Override
        QueueSlot acquire() {
            return pool.acquire();
        }

        @Override
        boolean has(QueueSlot slot) {
            return pool.slots().contains(slot);
        }

        @Override
        boolean isCompute() {
            return true;
        }
    }

    /** One queue: a copy engine's, that of a priority, or a stream's own. */
    static final class Single extends Lane {

        private final QueueSlot slot;
        private final boolean compute;

        Single(QueueSlot slot, boolean compute) {
            this.slot = slot;
            this.compute = compute;
        }

        QueueSlot slot() {
            return slot;
        }

        @Override
        QueueSlot acquire() {
            slot.acquire();
            return slot;
        }

        @Override
        boolean has(QueueSlot other) {
            return slot == other;
        }

        @Override
        boolean isCompute() {
            return compute;
        }
    }
}
