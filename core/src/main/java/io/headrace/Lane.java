package io.headrace;

import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.DriverQueue;
import org.jspecify.annotations.Nullable;

/** Where operations of one kind may go: to any queue of a pool, or to one certain queue. Safe for use from any thread. */
abstract sealed class Lane {

    /** Chooses a slot and counts one more user in it; its queue may not exist yet. */
    abstract QueueSlot acquire();

    /** Whether a slot is of this lane. */
    abstract boolean has(QueueSlot slot);

    /** Whether kernels run here. */
    abstract boolean isCompute();

    /** Whether an operation of this lane may go behind one that went to {@code bound}, in the same queue. */
    boolean takes(@Nullable Lane bound) {
        return this == bound;
    }

    /**
     * Whether the device may wait in the queue of a slot of this lane, which counts the stream that wants it already. What comes behind
     * is held up too; so only where no other stream is, nor has to come.
     */
    abstract boolean mayWaitIn(QueueSlot slot);

    /** Which lane an operation of this one has gone to that is in a slot of it. */
    Lane of(QueueSlot slot) {
        return this;
    }

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

        @Override
        boolean mayWaitIn(QueueSlot slot) {
            return slot.users() == 1 && pool.offersIdleQueue();
        }
    }

    /**
     * For a copy so small that to hand it over to an engine costs more than it gives. It goes where the stream is, if that is
     * its own queue or the engine; a stream that is nowhere has it run in a queue of its own lane that nobody uses, or by the
     * engine, so that it is not behind others' kernels.
     */
    static final class Near extends Lane {

        private final Lane own;
        private final Lane engine;

        Near(Lane own, Lane engine) {
            this.own = own;
            this.engine = engine;
        }

        @Override
        QueueSlot acquire() {
            QueueSlot slot = own.acquire();
            DriverQueue queue = slot.queue();
            if (queue != null && slot.users() == 1 && queue.readIndex() == queue.writeIndex()) {
                return slot;
            }
            slot.release();
            return engine.acquire();
        }

        @Override
        boolean has(QueueSlot slot) {
            return engine.has(slot) || own.has(slot);
        }

        @Override
        boolean isCompute() {
            return own.isCompute();
        }

        @Override
        boolean mayWaitIn(QueueSlot slot) {
            return of(slot).mayWaitIn(slot);
        }

        @Override
        boolean takes(@Nullable Lane bound) {
            return bound == own || bound == engine;
        }

        @Override
        Lane of(QueueSlot slot) {
            return engine.has(slot) ? engine : own;
        }
    }

    /** One queue: that of a copy engine or a priority, which streams share, or a stream's own. */
    static final class Single extends Lane {

        private final QueueSlot slot;
        private final boolean compute;
        private final boolean exclusive;

        /**
         * @param compute whether kernels run there
         * @param exclusive whether it belongs to one stream
         */
        Single(QueueSlot slot, boolean compute, boolean exclusive) {
            this.slot = slot;
            this.compute = compute;
            this.exclusive = exclusive;
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

        @Override
        boolean mayWaitIn(QueueSlot own) {
            return exclusive;
        }
    }
}
