package io.headrace.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The packet processors that are asleep in a barrier until this ring's read index passes a packet. Lock-free. */
final class PositionWatches {

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(PositionWatches.class, "count", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private record Watch(long packetId, Doorbell sleeper) {}

    private final PacketRing ring;
    private final ConcurrentLinkedQueue<Watch> watches = new ConcurrentLinkedQueue<>();
    private volatile int count;

    PositionWatches(PacketRing ring) {
        this.ring = ring;
    }

    /** Whether somebody watches. For the processor after each packet: one plain read. */
    boolean any() {
        return (int) COUNT.getOpaque(this) != 0;
    }

    /** Rings once the packet has ended. The caller looks at the read index itself afterwards. */
    void add(long packetId, Doorbell sleeper) {
        COUNT.getAndAdd(this, 1);
        watches.add(new Watch(packetId, sleeper));
    }

    /** Takes a watch back; nothing happens if it has rung. */
    void remove(long packetId, Doorbell sleeper) {
        if (watches.remove(new Watch(packetId, sleeper))) {
            COUNT.getAndAdd(this, -1);
        }
    }

    /** Rings for those whose packet has ended. */
    void ring() {
        long ended = ring.readIndex();
        for (Watch watch : watches) {
            if (watch.packetId < ended && watches.remove(watch)) {
                COUNT.getAndAdd(this, -1);
                watch.sleeper.ring();
            }
        }
    }
}
