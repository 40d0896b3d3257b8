package io.headrace.tck.fault;

import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.tck.forward.ForwardingPacket;
import org.jspecify.annotations.Nullable;

/** A packet that may fail before it runs: the device is told not to run it, the runtime that it failed. */
final class FaultyPacket extends ForwardingPacket {

    private final Faults faults;
    private @Nullable Throwable injected;

    FaultyPacket(Packet packet, Faults faults) {
        super(packet);
        this.faults = faults;
    }

    @Override
    public boolean begin() {
        if (!super.begin()) {
            return false;
        }
        injected = faults.visit(
                switch (command()) {
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
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        super.end(injected == null ? failure : injected, next);
    }
}
