package io.headrace.tck.fault;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import org.jspecify.annotations.Nullable;

/** A queue with {@link Faults} in front of each packet. */
final class FaultyQueue implements DriverQueue {

    private final DriverQueue queue;
    private final Faults faults;

    FaultyQueue(DriverQueue queue, Faults faults) {
        this.queue = queue;
        this.faults = faults;
        faults.queues(1);
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public long offer(Packet packet) {
        return queue.offer(new FaultyPacket(packet, faults));
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
        faults.queues(-1);
        queue.close();
    }
}
