package io.headrace.queue;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs nothing and counts how often it was closed. */
final class RecordingQueue implements DriverQueue {

    final AtomicInteger closes = new AtomicInteger();

    @Override
    public int capacity() {
        return 4;
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
        return false;
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
        closes.incrementAndGet();
    }
}
