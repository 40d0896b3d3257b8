package io.headrace.queue;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.spi.DriverQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Keeps the counts of one slot off the cache lines of the slot before. */
abstract class QueueSlotPadding {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13;
}

/**
 * The place of one hardware queue: the queue once it exists, and how many streams use it.
 *
 * <p>Safe for use from any thread. The counts are lock-free; creation is done by one caller while others that need the same
 * queue wait for its outcome, and no lock is held meanwhile.
 */
public final class QueueSlot extends QueueSlotPadding {

    private static final VarHandle USERS;
    private static final VarHandle USERS_MAX;
    private static final VarHandle CREATION;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            USERS = lookup.findVarHandle(QueueSlot.class, "users", int.class);
            USERS_MAX = lookup.findVarHandle(QueueSlot.class, "usersMax", int.class);
            CREATION = lookup.findVarHandle(QueueSlot.class, "creation", CountDownLatch.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String kind;
    private final int index;
    private final QueueFactory factory;
    private final ReadyList ready = new ReadyList(this);
    private final PacketCounts counts = new PacketCounts();
    private volatile int users;
    private volatile int usersMax;
    private volatile @Nullable DriverQueue queue;
    private volatile @Nullable CountDownLatch creation;
    private volatile boolean closed;

    /**
     * A slot whose queue does not exist yet.
     *
     * @param kind what the queue is called in messages, for example {@code queue} or {@code engine}
     * @param index the slot's index
     * @param factory makes the queue
     */
    public QueueSlot(String kind, int index, QueueFactory factory) {
        this.kind = kind;
        this.index = index;
        this.factory = factory;
    }

    /** What the queue is called in messages, for example {@code queue} or {@code engine}. */
    public String kind() {
        return kind;
    }

    /** The slot's index. */
    public int index() {
        return index;
    }

    /** The queue, or {@code null} while it does not exist. */
    public @Nullable DriverQueue queue() {
        return queue;
    }

    /** The streams that are to go on in this queue. */
    public ReadyList ready() {
        return ready;
    }

    /** How the queue's packets have ended. */
    public PacketCounts counts() {
        return counts;
    }

    /** How many streams are bound to the queue, or about to be. */
    public int users() {
        return users;
    }

    /** The largest number of users there ever was at a time. */
    public int usersMax() {
        return usersMax;
    }

    /** Adds a user. */
    public void acquire() {
        noteUsers((int) USERS.getAndAdd(this, 1) + 1);
    }

    /** Adds a user if there are as many as the caller has seen. */
    boolean tryAcquire(int seen) {
        if (!USERS.compareAndSet(this, seen, seen + 1)) {
            return false;
        }
        noteUsers(seen + 1);
        return true;
    }

    /**
     * Takes a user away.
     *
     * @throws IllegalStateException if there is none; the count stays 0
     */
    public void release() {
        if ((int) USERS.getAndAdd(this, -1) <= 0) {
            USERS.getAndAdd(this, 1);
            throw new IllegalStateException(kind + "=" + index + " has no user that could be released");
        }
    }

    /**
     * The queue, created if it does not exist. The caller counts as a user before and after.
     *
     * @throws HeadraceException if it cannot be created: names the queue and the reason; a later call tries again
     */
    public DriverQueue ensure() {
        for (; ; ) {
            DriverQueue existing = queue;
            if (existing != null) {
                return existing;
            }
            CountDownLatch mine = new CountDownLatch(1);
            CountDownLatch other = (CountDownLatch) CREATION.compareAndExchange(this, null, mine);
            if (other == null) {
                return create(mine);
            }
            awaitOutcome(other);
        }
    }

    /** Closes the queue, now or as soon as it has been created; none is created later. Closing again has no effect. */
    public void close() {
        closed = true;
        DriverQueue existing = queue;
        if (existing != null) {
            existing.close();
        }
    }

    private DriverQueue create(CountDownLatch outcome) {
        try {
            DriverQueue existing = queue;
            if (existing != null) {
                return existing;
            }
            refuseIfClosed();
            DriverQueue created = factory.create(index);
            queue = created;
            // Whoever closes looks for the queue after saying so; so one of both sees the other.
            if (closed) {
                created.close();
                refuseIfClosed();
            }
            return created;
        } catch (ClosedException e) {
            throw e;
        } catch (ResourcesExhaustedException e) {
            throw new ResourcesExhaustedException(refusal(e), e);
        } catch (RuntimeException e) {
            throw new HeadraceException(refusal(e), e);
        } finally {
            creation = null;
            outcome.countDown();
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new ClosedException(
                    kind + "=" + index + " was not created, since the runtime was closed; nothing was queued");
        }
    }

    private String refusal(RuntimeException reason) {
        return kind + "=" + index + " could not be created: " + reason.getMessage()
                + "; nothing was queued and a later try may succeed";
    }

    private static void awaitOutcome(CountDownLatch outcome) {
        boolean interrupted = false;
        for (; ; ) {
            try {
                outcome.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void noteUsers(int now) {
        int max = usersMax;
        while (now > max && !USERS_MAX.compareAndSet(this, max, now)) {
            max = usersMax;
        }
    }
}
