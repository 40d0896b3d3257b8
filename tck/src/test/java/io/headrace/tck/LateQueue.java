package io.headrace.tck;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.QueueThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue that reports late, as late as can be: it runs packets ahead, and tells that they have ended only when that is expected,
 * when a thread polls, or when the ring is full. What nobody asks for is never told.
 */
final class LateQueue implements DriverQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Held while packets are ended, so that they are in order. */
    private final ReentrantLock reporting = new ReentrantLock();

    private final ArrayDeque<Packet> waiting = new ArrayDeque<>();
    private final ArrayDeque<Ran> ran = new ArrayDeque<>();
    private final ArrayDeque<Runnable> entries = new ArrayDeque<>();
    private long write;
    private volatile long read;
    private long expected = -1;
    private boolean running;
    private boolean closed;
    private boolean ended;

    private record Ran(Packet packet, @Nullable Throwable failure) {}

    LateQueue(String name, int capacity) {
        this.capacity = capacity;
        new QueueThread(name, this::process).start();
    }

    @Override
    public boolean reportsLate() {
        return true;
    }

    @Override
    public void expectEnd(long packetId) {
        lock.lock();
        try {
            if (packetId >= write) {
                throw new IllegalArgumentException("no such packet: id=" + packetId + " offered=" + write);
            }
            expected = Math.max(expected, packetId);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean poll() {
        return report();
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public long offer(Packet packet) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the queue is closed");
            }
            if (write - read == capacity) {
                return -1;
            }
            waiting.add(packet);
            changed.signalAll();
            return write++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        int wanted = Math.max(1, Math.min(128, capacity / 4));
        long left = timeoutNanos;
        lock.lockInterruptibly();
        try {
            while (capacity - (write - read) < wanted) {
                expected = write - 1;
                changed.signalAll();
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean post(Runnable entry) {
        lock.lock();
        try {
            if (ended) {
                return false;
            }
            entries.add(entry);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Position position(long packetId) {
        return () -> {
            report();
            return read > packetId;
        };
    }

    @Override
    public long writeIndex() {
        lock.lock();
        try {
            return write;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long readIndex() {
        return read;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            expected = write - 1;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void process() {
        while (awaitWork()) {
            runEntries();
            Packet packet;
            boolean isExpected;
            lock.lock();
            try {
                isExpected = !ran.isEmpty() && expected >= read;
                packet = waiting.poll();
                running = packet != null;
            } finally {
                lock.unlock();
            }
            if (isExpected) {
                report();
            }
            if (packet != null) {
                run(packet);
            }
        }
    }

    private void runEntries() {
        List<Runnable> posted = new ArrayList<>();
        lock.lock();
        try {
            posted.addAll(entries);
            entries.clear();
        } finally {
            lock.unlock();
        }
        posted.forEach(Runnable::run);
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (entries.isEmpty() && waiting.isEmpty() && (ran.isEmpty() || expected < read)) {
                if (closed) {
                    ended = true;
                    return false;
                }
                if (write - read == capacity) {
                    expected = write - 1; // entries that find the ring full come back
                } else {
                    changed.awaitUninterruptibly();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void run(Packet packet) {
        boolean runs = packet.begin();
        Throwable failure = runs ? runNow(packet) : null;
        lock.lock();
        try {
            ran.add(new Ran(packet, failure));
            running = false;
        } finally {
            lock.unlock();
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
            lock.lock();
            try {
                ran.remove();
                read++;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
        return any;
    }

    private @Nullable Ran firstRan() {
        lock.lock();
        try {
            return ran.peek();
        } finally {
            lock.unlock();
        }
    }
}
