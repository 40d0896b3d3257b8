package io.headrace.cli.bench;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;

/** A queue that exists and does nothing else: what a pool is measured with. */
final class IdleQueue implements DriverQueue {

    @Override
    public int capacity() {
        return 1;
    }

    @Override
    public long offer(Packet packet) {
        return -1;
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) {
        return false;
    }

    @Override
    public boolean post(Runnable entry) {
        throw new UnsupportedOperationException("this queue runs nothing");
    }

    @Override
    public Position position(long packetId) {
        return () -> false;
    }

    @Override
    public long writeIndex() {
        return 0;
    }

    @Override
    public long readIndex() {
        return 0;
    }

    @Override
    public void close() {
        // There is nothing to stop.
    }
}
