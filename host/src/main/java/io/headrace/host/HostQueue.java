package io.headrace.host;

import io.headrace.error.DeviceFailureException;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.spi.Region;
import java.util.List;
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

    HostQueue(String name, PacketRing ring, CommandRunner commands, long callerSpinNanos) {
        this.name = name;
        this.ring = ring;
        room = new RoomWaiters(ring, hysteresis(ring.capacity()), callerSpinNanos);
        watches = new PositionWatches(ring);
        processor = new PacketProcessor(name, ring, room, watches, commands);
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
        long id = switch (packet.command()) {
            case Command.Launch launch ->
                put(
                        packet,
                        launch.groups() == null
                                ? launch.range()
                                : launch.groups().groups());
            case Command.Copy copy -> put(packet, copy);
            case Command.Fill fill -> put(packet, fill);
            case Command.Barrier barrier -> put(packet, barrier.positions());
        };
        if (id >= 0) {
            processor.doorbell().ringForPacket();
            return id;
        }
        if (id == PacketRing.CLOSED) {
            throw refusal();
        }
        return -1;
    }

    private long put(Packet packet, Range range) {
        return ring.put(packet, PacketLayout.KERNEL, range.dimensions(), range.x(), range.y(), range.z(), 0, 0, 0);
    }

    private long put(Packet packet, Command.Copy copy) {
        int setup = (copy.from() instanceof Region.Host ? PacketLayout.FROM_HOST : 0)
                | (copy.to() instanceof Region.Host ? PacketLayout.TO_HOST : 0);
        return ring.put(
                packet, PacketLayout.COPY, setup, address(copy.from()), address(copy.to()), copy.bytes(), 0, 0, 0);
    }

    private static long address(Region region) {
        return region instanceof Region.Device device ? device.address() : 0;
    }

    private long put(Packet packet, Command.Fill fill) {
        return ring.put(
                packet,
                PacketLayout.FILL,
                fill.patternBytes(),
                fill.to().address(),
                fill.bytes(),
                fill.pattern(),
                0,
                0,
                0);
    }

    private long put(Packet packet, List<Position> positions) {
        long[] words = new long[2 * Command.Barrier.MAX_POSITIONS];
        if (positions.size() > Command.Barrier.MAX_POSITIONS) {
            throw new IllegalArgumentException("a barrier takes at most " + Command.Barrier.MAX_POSITIONS
                    + " positions: positions=" + positions.size());
        }
        for (int i = 0; i < positions.size(); i++) {
            HostPosition position = (HostPosition) positions.get(i);
            words[2 * i] = position.queue().ring().readIndexAddress();
            words[2 * i + 1] = position.packetId();
        }
        return ring.put(
                packet,
                PacketLayout.BARRIER_AND,
                positions.size(),
                words[0],
                words[1],
                words[2],
                words[3],
                words[4],
                words[5]);
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
