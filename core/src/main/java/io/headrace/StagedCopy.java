package io.headrace;

import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import io.headrace.memory.NativeMemory;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A copy between devices that do not reach each other: piece by piece into host memory by the one, and out of it by the other,
 * while the first brings the next piece.
 *
 * @param rows what is copied
 * @param source the device it starts at
 * @param from where in its memory
 * @param fromPitch the pitch of the rows there
 * @param target the device it ends at
 * @param to where in its memory
 * @param toPitch the pitch of the rows there
 */
record StagedCopy(
        Rows rows, Device source, Region.Device from, long fromPitch, Device target, Region.Device to, long toPitch)
        implements CopyTask {

    private static final long ALIGNMENT = 4_096;
    private static final int BUFFERS = 2;

    @Override
    public Direction direction(Device of) {
        return source == of ? Direction.DEVICE_TO_PEER : Direction.PEER_TO_DEVICE;
    }

    @Override
    public long bytes() {
        return rows.packedBytes();
    }

    @Override
    public void run(StreamOrder order, CopyPackets packets) {
        long start = order.device().runtime().time().nanos();
        long most = order.device().limits().stagingBytes();
        boolean failed = true;
        try {
            copy(packets, most);
            failed = packets.hasFailed();
        } finally {
            StreamProfile profile = order.profile();
            if (profile != null) {
                boolean outbound = source == order.device();
                profile.lastCopy(new CopyRecord(
                        direction(order.device()),
                        CopyRoute.Kind.STAGED,
                        engine(order.device(), outbound ? Direction.DEVICE_TO_HOST : Direction.HOST_TO_DEVICE),
                        rows.packedBytes(),
                        start,
                        order.device().runtime().time().nanos(),
                        failed));
            }
        }
        packets.check();
    }

    private void copy(CopyPackets packets, long most) {
        long pieceBytes = Math.min(most, rows.packedBytes());
        NativeMemory staging = NativeMemory.allocate(BUFFERS * pieceBytes, ALIGNMENT);
        // All packets have ended before the memory goes: the inner block closes first.
        try {
            Pieces pieces = new Pieces(rows, pieceBytes);
            try (packets) {
                CopyPacket[] up = new CopyPacket[BUFFERS];
                for (int turn = 0; pieces.hasNext(); turn = (turn + 1) % BUFFERS) {
                    Pieces.Piece piece = pieces.next();
                    if (up[turn] != null) {
                        packets.await(up[turn]);
                    }
                    Region.Host buffer = new Region.Host(staging.segment()
                            .asSlice(turn * pieceBytes, piece.rows().packedBytes()));
                    CopyPacket down = down(piece, buffer, packets.note());
                    packets.add(down);
                    packets.await(down);
                    if (packets.hasFailed()) {
                        return;
                    }
                    up[turn] = up(piece, buffer, packets.note());
                    packets.add(up[turn]);
                }
            }
        } finally {
            staging.free();
        }
    }

    private CopyPacket down(Pieces.Piece piece, Region.Host buffer, @Nullable OperationNote note) {
        Rows part = piece.rows();
        Region place = new Region.Device(from.memory(), from.offset() + piece.offset(fromPitch));
        return CopyPacket.submit(
                source,
                lane(source, Direction.DEVICE_TO_HOST),
                part.copy(place, fromPitch, buffer, part.bytes()),
                new Transfer(Direction.DEVICE_TO_HOST, CopyRoute.Kind.STAGED, part.packedBytes()),
                note);
    }

    private CopyPacket up(Pieces.Piece piece, Region.Host buffer, @Nullable OperationNote note) {
        Rows part = piece.rows();
        Region place = new Region.Device(to.memory(), to.offset() + piece.offset(toPitch));
        return CopyPacket.submit(
                target,
                lane(target, Direction.HOST_TO_DEVICE),
                part.copy(buffer, part.bytes(), place, toPitch),
                new Transfer(Direction.HOST_TO_DEVICE, CopyRoute.Kind.STAGED, part.packedBytes()),
                note);
    }

    private static int engine(Device device, Direction direction) {
        return device.lanes().routes().engine(direction);
    }

    private static Lane lane(Device device, Direction direction) {
        int engine = engine(device, direction);
        return engine == CopyCounters.OWN_QUEUE
                ? device.lanes().of(QueuePriority.NORMAL)
                : device.lanes().engine(engine);
    }

    @Override
    public String toString() {
        return "copy of bytes=" + rows.packedBytes() + " from device=" + source.id() + " to device=" + target.id();
    }
}
