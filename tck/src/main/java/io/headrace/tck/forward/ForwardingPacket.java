package io.headrace.tck.forward;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A packet that passes everything on to another one. */
public class ForwardingPacket extends Packet {

    private final Packet packet;

    /** In front of a packet. */
    public ForwardingPacket(Packet packet) {
        this.packet = packet;
    }

    /** The packet behind this one. */
    public final Packet packet() {
        return packet;
    }

    @Override
    public Command command() {
        return packet.command();
    }

    @Override
    public List<DriverQueue.Position> awaited() {
        return packet.awaited();
    }

    @Override
    public boolean begin() {
        return packet.begin();
    }

    @Override
    public boolean isTimed() {
        return packet.isTimed();
    }

    @Override
    public void ran(long startNanos, long endNanos) {
        packet.ran(startNanos, endNanos);
    }

    @Override
    public void ran(long startNanos, long endNanos, long startTicks, long endTicks) {
        packet.ran(startNanos, endNanos, startTicks, endTicks);
    }

    /** What comes next is told as the runtime's own packet. */
    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        Packet behind = next;
        while (behind instanceof ForwardingPacket forwarding) {
            behind = forwarding.packet;
        }
        packet.end(failure, behind);
    }
}
