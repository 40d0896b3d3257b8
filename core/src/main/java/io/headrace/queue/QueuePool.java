package io.headrace.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The compute queues of one device and the policy that spreads streams over them.
 *
 * <p>Choosing a queue and counting the new user is one atomic step without a lock: the counts are read, the best slot is
 * chosen, and its count is raised only if it is still the one that was read; else the choice starts again. A slot that was
 * chosen is counted before its queue exists, so that two callers never create two queues where one would do. Lock-free:
 * some caller always makes progress. Safe for use from any thread.
 */
public final class QueuePool {

    private static final int PAUSES_AFTER_LOSS = 32;

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(QueuePool.class, "next", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final QueueSlot[] slots;
    private final List<QueueSlot> slotList;
    private volatile QueuePolicy policy;
    private volatile int next;

    /**
     * A pool of queues that do not exist yet.
     *
     * @param limit the most queues there may be, at least 1
     * @param policy how to choose
     * @param factory makes a queue on first need
     */
    public QueuePool(int limit, QueuePolicy policy, QueueFactory factory) {
        if (limit < 1) {
            throw new IllegalArgumentException("a pool has room for at least 1 queue: limit=" + limit);
        }
        this.slots = IntStream.range(0, limit)
                .mapToObj(index -> new QueueSlot("queue", index, factory))
                .toArray(QueueSlot[]::new);
        this.slotList = List.of(slots);
        this.policy = policy;
    }

    /** The policy in force. */
    public QueuePolicy policy() {
        return policy;
    }

    /** Changes the policy for streams that are bound from now on; those bound stay where they are. */
    public void policy(QueuePolicy changed) {
        policy = changed;
    }

    /** The slots by index; as many as the pool's limit. */
    public List<QueueSlot> slots() {
        return slotList;
    }

    /** Whether there is a queue without users, and the policy takes it for the next stream. */
    public boolean offersIdleQueue() {
        if (policy == QueuePolicy.BUSY_TRACKING) {
            for (QueueSlot slot : slots) {
                if (slot.users() == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Chooses a slot and counts one more user in it. Its queue may not exist yet: see {@link QueueSlot#ensure}. Whoever
     * calls this calls {@link QueueSlot#release} on the slot once.
     */
    public QueueSlot acquire() {
        return policy == QueuePolicy.ROUND_ROBIN ? acquireNext() : acquireLeastUsed();
    }

    private QueueSlot acquireNext() {
        QueueSlot slot = slots[Integer.remainderUnsigned((int) NEXT.getAndAdd(this, 1), slots.length)];
        slot.acquire();
        return slot;
    }

    private QueueSlot acquireLeastUsed() {
        for (; ; ) {
            QueueSlot best = slots[0];
            int fewest = Integer.MAX_VALUE;
            for (QueueSlot slot : slots) {
                int users = slot.users();
                if (users == 0 && slot.queue() != null) {
                    best = slot;
                    fewest = 0;
                    break;
                }
                // A slot without a queue has no users, so it beats every queue in use, the lowest such slot first.
                if (users < fewest) {
                    best = slot;
                    fewest = users;
                }
            }
            if (best.tryAcquire(fewest)) {
                return best;
            }
            // Another thread was quicker. It is left alone with the counts for a moment: passing their lines to and fro
            // for every choice costs both more than the pause does.
            for (int pause = 0; pause < PAUSES_AFTER_LOSS; pause++) {
                Thread.onSpinWait();
            }
        }
    }
}
