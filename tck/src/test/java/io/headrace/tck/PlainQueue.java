package io.headrace.tck;

import io.headrace.spi.Packet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A queue of the {@link PlainDriver}. */
final class PlainQueue extends LockedQueue {

    PlainQueue(String name, int capacity) {
        super(capacity);
        start(name);
    }

    @Override
    public Position position(long packetId) {
        return () -> readIndex() > packetId;
    }

    @Override
    boolean hasMore() {
        return false;
    }

    @Override
    void step() {
        Packet packet = takeWaiting();
        if (packet != null) {
            packet.end(packet.begin() ? PlainCommands.run(packet.command()) : null, null);
            free();
        }
    }

    /** Waits as a barrier does. */
    static void awaitReached(Position position) {
        while (!position.reached()) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
        }
    }
}
