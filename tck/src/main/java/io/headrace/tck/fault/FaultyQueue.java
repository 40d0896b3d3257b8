package io.headrace.tck.fault;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.tck.forward.ForwardingQueue;

/** A queue with {@link Faults} in front of each packet. */
final class FaultyQueue extends ForwardingQueue {

    private final Faults faults;

    FaultyQueue(DriverQueue queue, Faults faults) {
        super(queue);
        this.faults = faults;
        faults.queues(1);
    }

    @Override
    public long offer(Packet packet) {
        return super.offer(new FaultyPacket(packet, faults));
    }

    @Override
    public void close() {
        faults.queues(-1);
        super.close();
    }
}
