package io.headrace.tck.forward;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import org.jspecify.annotations.Nullable;

/** A queue that passes everything on to another one. */
public class ForwardingQueue implements DriverQueue {

    private final DriverQueue queue;

    /** In front of a queue. */
    public ForwardingQueue(DriverQueue queue) {
        this.queue = queue;
    }

    /** The queue behind this one. */
    public final DriverQueue queue() {
        return queue;
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public long offer(Packet packet) {
        return queue.offer(packet);
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        return queue.awaitRoom(timeoutNanos);
    }

    @Override
    public boolean post(Runnable entry) {
        return queue.post(entry);
    }

    @Override
    public Position position(long packetId) {
        return queue.position(packetId);
    }

    @Override
    public @Nullable Position awaitable(long packetId) {
        return queue.awaitable(packetId);
    }

    @Override
    public long writeIndex() {
        return queue.writeIndex();
    }

    @Override
    public long readIndex() {
        return queue.readIndex();
    }

    @Override
    public boolean reportsLate() {
        return queue.reportsLate();
    }

    @Override
    public void expectEnd(long packetId) {
        queue.expectEnd(packetId);
    }

    @Override
    public boolean poll() {
        return queue.poll();
    }

    @Override
    public void close() {
        queue.close();
    }
}
