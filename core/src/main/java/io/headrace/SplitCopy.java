package io.headrace;

import io.headrace.copy.CopyParts;
import io.headrace.copy.Direction;
import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * A large copy in parts, by the engine of its direction and those that are idle when it begins.
 *
 * @param device the device whose engines they are
 * @param whole the copy
 * @param transfer what it moves
 * @param spread the lanes of the engines, that of its direction first
 * @param parts in how many parts it goes at most
 */
record SplitCopy(Device device, Command.Copy whole, Transfer transfer, List<Lane.Single> spread, int parts)
        implements CopyTask {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    SplitCopy {
        spread = List.copyOf(spread);
    }

    /** Whether a copy can go in parts: those of one that overlaps itself have an order. */
    static boolean suits(Command.Copy copy) {
        return !Regions.mayOverlap(copy.from(), copy.to(), copy.bytes());
    }

    @Override
    public Direction direction(Device of) {
        return transfer.direction();
    }

    @Override
    public long bytes() {
        return whole.bytes();
    }

    @Override
    public void run(StreamOrder order, CopyPackets packets) {
        long start = device.runtime().time().nanos();
        Lane.Single first = spread.getFirst();
        List<Lane.Single> chosen = spread.stream()
                .filter(lane -> lane == first || isIdle(lane.slot()))
                .limit(parts)
                .toList();
        List<CopyParts.Part> dealt = CopyParts.of(whole.bytes(), chosen.size());
        boolean failed = true;
        try (packets) {
            for (int i = 0; i < dealt.size(); i++) {
                packets.add(submit(dealt.get(i), chosen.get(i), packets));
            }
            failed = false;
        } finally {
            failed |= packets.hasFailed();
            StreamProfile profile = order.profile();
            if (profile != null) {
                profile.lastCopy(new CopyRecord(
                        transfer.direction(),
                        transfer.route(),
                        first.slot().index(),
                        whole.bytes(),
                        start,
                        device.runtime().time().nanos(),
                        failed));
            }
        }
        packets.check();
    }

    private static boolean isIdle(QueueSlot slot) {
        DriverQueue queue = slot.queue();
        if (queue != null && queue.reportsLate()) {
            queue.poll(); // what has ended may not have been told
        }
        return queue == null || queue.readIndex() == queue.writeIndex();
    }

    private CopyPacket submit(CopyParts.Part part, Lane.Single lane, CopyPackets packets) {
        Command command = new Command.Copy(
                Regions.slice(whole.from(), part.offset(), part.bytes()),
                Regions.slice(whole.to(), part.offset(), part.bytes()),
                part.bytes());
        Transfer own = new Transfer(transfer.direction(), transfer.route(), part.bytes());
        Lane.Single first = spread.getFirst();
        try {
            return CopyPacket.submit(device, lane, command, own, packets.note());
        } catch (HeadraceException e) {
            if (lane == first) {
                throw e;
            }
            LOG.log(
                    Level.WARNING,
                    "device=" + device.id() + " could not use engine="
                            + lane.slot().index() + " for a part of a copy, which goes to engine="
                            + first.slot().index(),
                    e);
            return CopyPacket.submit(device, first, command, own, packets.note());
        }
    }

    @Override
    public String toString() {
        return "copy of bytes=" + whole.bytes();
    }
}
