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

/** A queue with a thread of its own and everything under one lock, which is not held while a packet or an entry runs. */
abstract class LockedQueue implements DriverQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Packet> waiting = new ArrayDeque<>();
    private final ArrayDeque<Runnable> entries = new ArrayDeque<>();
    private long write;
    private volatile long read;
    private boolean closed;
    private boolean ended;

    LockedQueue(int capacity) {
        this.capacity = capacity;
    }

    void start(String name) {
        new QueueThread(name, this::process).start();
    }

    /** Whether there is something for the thread besides packets that wait and entries. Under the lock. */
    abstract boolean hasMore();

    /** Does a step: takes a packet that waits, if there is one, and what else there is. For the thread, without the lock. */
    abstract void step();

    /** There is nothing to do. Gives whether that has brought something about. Under the lock. */
    boolean idle() {
        return false;
    }

    /** Somebody needs the end of all that was offered. Under the lock. */
    void allAreExpected() {}

    final void lock() {
        lock.lock();
    }

    final void unlock() {
        lock.unlock();
    }

    /** Under the lock. */
    final void change() {
        changed.signalAll();
    }

    /** How many were offered. Under the lock. */
    final long offered() {
        return write;
    }

    /** Takes the packet that waits first, if there is one, which keeps its slot. */
    final @Nullable Packet takeWaiting() {
        lock.lock();
        try {
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    /** A packet has ended: its slot is free. */
    final void free() {
        lock.lock();
        try {
            read++;
            change();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final long offer(Packet packet) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the queue is closed");
            }
            if (write - read == capacity) {
                return -1;
            }
            waiting.add(packet);
            change();
            return write++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        int wanted = Math.clamp(capacity / 4, 1, 128);
        long left = timeoutNanos;
        lock.lockInterruptibly();
        try {
            while (capacity - (write - read) < wanted) {
                allAreExpected();
                change();
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
    public final boolean post(Runnable entry) {
        lock.lock();
        try {
            if (ended) {
                return false;
            }
            entries.add(entry);
            change();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final long writeIndex() {
        lock.lock();
        try {
            return write;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final long readIndex() {
        return read;
    }

    @Override
    public final void close() {
        lock.lock();
        try {
            closed = true;
            allAreExpected();
            change();
        } finally {
            lock.unlock();
        }
    }

    private void process() {
        while (awaitWork()) {
            // An entry that finds the ring full and posts itself again must not starve the packets.
            runEntries();
            step();
        }
    }

    private void runEntries() {
        List<Runnable> posted;
        lock.lock();
        try {
            posted = new ArrayList<>(entries);
            entries.clear();
        } finally {
            lock.unlock();
        }
        posted.forEach(Runnable::run);
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (entries.isEmpty() && waiting.isEmpty() && !hasMore()) {
                if (closed) {
                    ended = true;
                    return false;
                }
                if (!idle()) {
                    changed.awaitUninterruptibly();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
