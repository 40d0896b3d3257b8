package io.headrace.stress.queue;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;

/** A queue that only exists. */
final class NoQueue implements DriverQueue {

    @Override
    public int capacity() {
        return 4;
    }

    @Override
    public long offer(Packet packet) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean post(Runnable entry) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Position position(long packetId) {
        throw new UnsupportedOperationException();
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
    public void close() {}
}
