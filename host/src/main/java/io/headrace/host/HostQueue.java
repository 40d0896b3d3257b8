package io.headrace.host;

import io.headrace.error.DeviceFailureException;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.QueuePriority;
import org.jspecify.annotations.Nullable;

/** A queue of the host device: the producers' side of a ring, and its packet processor. Safe for use from any thread. */
final class HostQueue implements DriverQueue {

    /** The largest number of free slots that parked callers wait for. */
    private static final int MOST_HYSTERESIS = 128;

    private final String name;
    private final PacketRing ring;
    private final RoomWaiters room;
    private final PositionWatches watches;
    private final PacketProcessor processor;

    HostQueue(String name, PacketRing ring, CommandRunner commands, long callerSpinNanos, QueuePriority priority) {
        this.name = name;
        this.ring = ring;
        room = new RoomWaiters(ring, hysteresis(ring.capacity()), callerSpinNanos);
        watches = new PositionWatches(ring);
        processor = new PacketProcessor(name, ring, room, watches, commands, priority);
    }

    static int hysteresis(int capacity) {
        return Math.clamp(capacity / 4, 1, MOST_HYSTERESIS);
    }

    void start(Workers workers) {
        processor.start();
        workers.add(processor);
    }

    String name() {
        return name;
    }

    PacketRing ring() {
        return ring;
    }

    PositionWatches watches() {
        return watches;
    }

    @Override
    public int capacity() {
        return ring.capacity();
    }

    @Override
    public long offer(Packet packet) {
        // Whatever can go wrong goes wrong before a slot is claimed.
        PacketBody.check(packet.command());
        long id = ring.put(packet);
        if (id >= 0) {
            processor.doorbell().ringForPacket();
            return id;
        }
        if (id == PacketRing.CLOSED) {
            throw refusal();
        }
        return -1;
    }

    private RuntimeException refusal() {
        Throwable failure = processor.failure();
        return failure == null
                ? new IllegalStateException("the queue is closed: queue=" + name)
                : deadQueue(name, failure);
    }

    /** What those get whose packets a dead processor cannot run. */
    static DeviceFailureException deadQueue(String name, Throwable failure) {
        return new DeviceFailureException("run packets of " + name, "host:0", -1, "PROCESSOR_DIED", true, failure);
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        if (processor.isCurrentThread()) {
            throw new IllegalStateException("the queue's own thread must not wait for room: queue=" + name);
        }
        return room.await(timeoutNanos);
    }

    @Override
    public boolean post(Runnable entry) {
        return processor.post(entry);
    }

    @Override
    public Position position(long packetId) {
        return new HostPosition(this, packetId);
    }

    @Override
    public long writeIndex() {
        return ring.writeIndex();
    }

    @Override
    public long readIndex() {
        return ring.readIndex();
    }

    @Override
    public void close() {
        ring.close();
        room.letGo();
        processor.close();
    }

    /** Why the packet processor died; {@code null} if it did not. */
    @Nullable
    Throwable failure() {
        return processor.failure();
    }
}
