package io.headrace.tck;

import io.headrace.spi.Packet;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue that reports late, as late as can be: it runs packets ahead, and tells that they have ended only when that is expected,
 * when a thread polls, or when the ring is full. What nobody asks for is never told.
 */
final class LateQueue extends LockedQueue {

    /** Held while packets are ended, so that they are in order. */
    private final ReentrantLock reporting = new ReentrantLock();

    private final ArrayDeque<Ran> ran = new ArrayDeque<>();
    private long expected = -1;

    private record Ran(Packet packet, @Nullable Throwable failure) {}

    LateQueue(String name, int capacity) {
        super(capacity);
        start(name);
    }

    @Override
    public boolean reportsLate() {
        return true;
    }

    @Override
    public void expectEnd(long packetId) {
        lock();
        try {
            if (packetId >= offered()) {
                throw new IllegalArgumentException("no such packet: id=" + packetId + " offered=" + offered());
            }
            expected = Math.max(expected, packetId);
            change();
        } finally {
            unlock();
        }
    }

    @Override
    public boolean poll() {
        return report();
    }

    @Override
    public Position position(long packetId) {
        return () -> {
            report();
            return readIndex() > packetId;
        };
    }

    @Override
    void allAreExpected() {
        expected = offered() - 1;
    }

    @Override
    boolean hasMore() {
        return !ran.isEmpty() && expected >= readIndex();
    }

    @Override
    boolean idle() {
        boolean isFull = offered() - readIndex() == capacity();
        if (isFull) {
            allAreExpected(); // entries that find the ring full come back
        }
        return isFull;
    }

    @Override
    void step() {
        if (isExpected()) {
            report();
        }
        Packet packet = takeWaiting();
        if (packet != null) {
            run(packet);
        }
    }

    private boolean isExpected() {
        lock();
        try {
            return hasMore();
        } finally {
            unlock();
        }
    }

    private void run(Packet packet) {
        boolean runs = packet.begin();
        Throwable failure = runs ? runNow(packet) : null;
        lock();
        try {
            ran.add(new Ran(packet, failure));
        } finally {
            unlock();
        }
        if (failure != null || !runs) {
            // Before the next one begins, which may have to fail with it. What was told not to run may have failed too.
            reporting.lock();
            try {
                endAll();
            } finally {
                reporting.unlock();
            }
        }
    }

    private static @Nullable Throwable runNow(Packet packet) {
        long start = System.nanoTime();
        Throwable failure = PlainCommands.run(packet.command());
        if (packet.isTimed()) {
            packet.ran(start, System.nanoTime());
        }
        return failure;
    }

    /** Ends what has run, unless another thread, or this one further up, is about it. */
    private boolean report() {
        if (reporting.isHeldByCurrentThread() || !reporting.tryLock()) {
            return false;
        }
        try {
            return endAll();
        } finally {
            reporting.unlock();
        }
    }

    private boolean endAll() {
        boolean any = false;
        for (Ran next = firstRan(); next != null; next = firstRan()) {
            next.packet.end(next.failure, null);
            any = true;
            lock();
            try {
                ran.remove();
                free();
            } finally {
                unlock();
            }
        }
        return any;
    }

    private @Nullable Ran firstRan() {
        lock();
        try {
            return ran.peek();
        } finally {
            unlock();
        }
    }
}
