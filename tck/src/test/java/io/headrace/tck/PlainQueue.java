package io.headrace.tck;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.QueueThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A queue of the {@link PlainDriver}: everything under one lock, which is not held while a packet or an entry runs. */
final class PlainQueue implements DriverQueue {

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private final ArrayDeque<Runnable> entries = new ArrayDeque<>();
    private long write;
    private final AtomicLong read = new AtomicLong();
    private boolean closed;
    private boolean ended;

    PlainQueue(String name, int capacity) {
        this.capacity = capacity;
        new QueueThread(name, this::process).start();
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
            if (packets.size() == capacity) {
                return -1;
            }
            packets.add(packet);
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
            while (capacity - packets.size() < wanted) {
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
        return () -> read.get() > packetId;
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
        return read.get();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void process() {
        List<Runnable> posted = new ArrayList<>();
        while (awaitWork()) {
            Packet packet;
            lock.lock();
            try {
                posted.addAll(entries);
                entries.clear();
                packet = packets.peek();
            } finally {
                lock.unlock();
            }
            // What these post runs after the packet: an entry that finds the ring full and posts itself again must not
            // starve it.
            posted.forEach(Runnable::run);
            posted.clear();
            if (packet != null) {
                run(packet);
            }
        }
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (entries.isEmpty() && packets.isEmpty()) {
                if (closed) {
                    ended = true;
                    return false;
                }
                changed.awaitUninterruptibly();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void run(Packet packet) {
        Throwable failure = packet.begin() ? PlainCommands.run(packet.command()) : null;
        packet.end(failure, null);
        lock.lock();
        try {
            packets.remove();
            read.incrementAndGet();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits as a barrier does. */
    static void awaitReached(Position position) {
        while (!position.reached()) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
        }
    }
}
