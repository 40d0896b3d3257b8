package io.headrace.tck.fault;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A packet that may fail before it runs: the device is told not to run it, the runtime that it failed. */
final class FaultyPacket extends Packet {

    private final Packet packet;
    private final Faults faults;
    private @Nullable Throwable injected;

    FaultyPacket(Packet packet, Faults faults) {
        this.packet = packet;
        this.faults = faults;
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
        if (!packet.begin()) {
            return false;
        }
        injected = faults.visit(
                switch (packet.command()) {
                    case Command.Launch launch -> Point.LAUNCH;
                    case Command.NativeLaunch launch -> Point.LAUNCH;
                    case Command.Copy copy -> Point.COPY;
                    case Command.Copy2D copy -> Point.COPY;
                    case Command.Fill fill -> Point.FILL;
                    case Command.Sequence sequence -> Point.SEQUENCE;
                    case Command.Native call -> Point.NATIVE_CALL;
                    case Command.Barrier barrier -> Point.BARRIER;
                });
        return injected == null;
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

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        packet.end(injected == null ? failure : injected, next instanceof FaultyPacket behind ? behind.packet : next);
    }
}
