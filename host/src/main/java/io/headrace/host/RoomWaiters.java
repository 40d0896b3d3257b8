package io.headrace.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The callers that wait for room in a ring. They are let go in the order in which they came; who then offers first gets the slot.
 *
 * <p>When enough slots are free, as many callers are let go as there are free slots that nobody was let go for yet. Each one
 * says when it is running again and passes on what is still there, so that nothing is lost by a caller that gives up or does
 * not offer after all. Lock-free, but for callers that park.
 */
final class RoomWaiters {

    private static final VarHandle WAITING;
    private static final VarHandle LET_GO;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WAITING = lookup.findVarHandle(RoomWaiters.class, "waiting", int.class);
            LET_GO = lookup.findVarHandle(RoomWaiters.class, "letGo", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Spinning virtual threads of the process. More than there are processors would only keep each other from running. */
    private static final AtomicInteger SPINNING_VIRTUAL_THREADS = new AtomicInteger();

    /** The most pauses between two looks for room. */
    private static final long MOST_PAUSES = 64;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final PacketRing ring;
    private final int hysteresis;
    private final long spinNanos;
    private final ConcurrentLinkedQueue<RoomWaiter> callers = new ConcurrentLinkedQueue<>();

    /** Callers not let go yet. Counted before they are in the list. */
    private volatile int waiting;

    /** Callers let go that do not run yet. */
    private volatile int letGo;

    RoomWaiters(PacketRing ring, int hysteresis, long spinNanos) {
        this.ring = ring;
        this.hysteresis = hysteresis;
        this.spinNanos = spinNanos;
    }

    /** Whether somebody waits. For the processor after each packet: one plain read. */
    boolean any() {
        return (int) WAITING.getOpaque(this) != 0;
    }

    int waiting() {
        return waiting;
    }

    /** See {@link io.headrace.spi.DriverQueue#awaitRoom}. */
    boolean await(long timeoutNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long start = System.nanoTime();
        if (spin(Math.min(spinNanos, timeoutNanos))) {
            return true;
        }
        long left = timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : timeoutNanos - (System.nanoTime() - start);
        return new RoomWaiter(this).await(0, left);
    }

    /** A caller is about to park. */
    void enter(RoomWaiter caller) {
        WAITING.getAndAdd(this, 1);
        callers.add(caller);
        letGo();
    }

    private boolean hasRoom() {
        long missing = hysteresis - (ring.room() - letGo);
        // Each look takes the read index's line away from the processor: the more is missing, the fewer looks.
        for (long pauses = Math.min(missing - 1, MOST_PAUSES); pauses > 0; pauses--) {
            Thread.onSpinWait();
        }
        return missing <= 0;
    }

    /** Looks for room for a while; stops as soon as somebody waits, who then comes first. */
    private boolean spin(long nanos) {
        boolean virtual = Thread.currentThread().isVirtual();
        if (virtual && SPINNING_VIRTUAL_THREADS.incrementAndGet() > PROCESSORS) {
            SPINNING_VIRTUAL_THREADS.decrementAndGet();
            return waiting == 0 && hasRoom();
        }
        try {
            return Backoff.await(() -> waiting != 0 || hasRoom(), nanos, !virtual) && waiting == 0;
        } finally {
            if (virtual) {
                SPINNING_VIRTUAL_THREADS.decrementAndGet();
            }
        }
    }

    /** A caller has stopped waiting, let go or not. */
    void leave(RoomWaiter caller) {
        if (caller.giveUp()) {
            WAITING.getAndAdd(this, -1);
            callers.remove(caller);
        } else {
            LET_GO.getAndAdd(this, -1);
            letGo();
        }
    }

    /** Lets callers go if there is room for them. */
    void letGo() {
        while (true) {
            int before = letGo;
            long spare = ring.room() - before;
            int count = (int) Math.min(spare, waiting);
            if (spare < hysteresis || count <= 0) {
                return;
            }
            if (!LET_GO.compareAndSet(this, before, before + count)) {
                continue;
            }
            int found = 0;
            while (found < count) {
                RoomWaiter next = callers.poll();
                if (next == null) {
                    break;
                }
                if (next.letGo()) {
                    WAITING.getAndAdd(this, -1);
                    found++;
                }
            }
            if (found < count) {
                LET_GO.getAndAdd(this, found - count);
                // Who came meanwhile saw too many let go, and may have left it to this thread.
                if (callers.isEmpty()) {
                    return;
                }
            }
        }
    }
}
