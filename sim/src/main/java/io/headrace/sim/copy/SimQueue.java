package io.headrace.sim.copy;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A queue whose packets take virtual time. Everything is guarded by the clock's lock, or happens on its thread. */
final class SimQueue implements DriverQueue {

    private final SimClock clock;
    private final SimPlace place;
    private final int capacity;
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private final AtomicLong read = new AtomicLong();
    private long write;
    private boolean closed;

    /**
     * @param place where its packets run
     */
    SimQueue(SimPlace place, int capacity) {
        this.clock = place.clock();
        this.place = place;
        this.capacity = capacity;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public long offer(Packet packet) {
        clock.lock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("the queue is closed");
            }
            if (packets.size() == capacity) {
                return -1;
            }
            packets.add(packet);
            if (packets.size() == 1) {
                clock.arrive(this::begin);
            }
            return write++;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        int wanted = Math.max(1, Math.min(128, capacity / 4));
        long left = timeoutNanos;
        clock.lock().lockInterruptibly();
        try {
            while (capacity - packets.size() < wanted) {
                if (left <= 0) {
                    return false;
                }
                left = clock.changed().awaitNanos(left);
            }
            return true;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public boolean post(Runnable entry) {
        clock.lock().lock();
        try {
            return !(closed && packets.isEmpty()) && clock.post(entry);
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public Position position(long packetId) {
        return () -> read.get() > packetId;
    }

    @Override
    public long writeIndex() {
        clock.lock().lock();
        try {
            return write;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public long readIndex() {
        return read.get();
    }

    @Override
    public void close() {
        clock.lock().lock();
        try {
            if (!closed && !packets.isEmpty()) {
                clock.beginClosing();
            }
            closed = true;
        } finally {
            clock.lock().unlock();
        }
    }

    private void begin() {
        Packet packet = first();
        new SimRun(place, packet, failure -> end(packet, failure)).goOn();
    }

    private Packet first() {
        clock.lock().lock();
        try {
            return Objects.requireNonNull(packets.peek());
        } finally {
            clock.lock().unlock();
        }
    }

    private void end(Packet packet, @Nullable Throwable failure) {
        packet.end(failure, null);
        clock.lock().lock();
        try {
            packets.remove();
            read.incrementAndGet();
            if (!packets.isEmpty()) {
                clock.arrive(this::begin);
            } else if (closed) {
                clock.endClosing();
            }
            clock.changed().signalAll();
        } finally {
            clock.lock().unlock();
        }
        clock.lookAtBarriers();
    }
}
