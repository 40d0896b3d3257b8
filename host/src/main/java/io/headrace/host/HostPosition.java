package io.headrace.host;

import io.headrace.spi.DriverQueue;

/** The place behind a packet in a host queue. */
record HostPosition(HostQueue queue, long packetId) implements DriverQueue.Position {

    @Override
    public boolean reached() {
        return queue.readIndex() > packetId;
    }
}
