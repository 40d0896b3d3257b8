package io.headrace.sim.replay;

import io.headrace.sim.VirtualTime;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A hardware queue in virtual time: its operations run one after the other in the order in which they came. It has room for
 * all of a trace, since nobody is there who could be held up.
 */
final class VirtualQueue implements DriverQueue {

    private static final int FIRST_LENGTH = 16;

    /** Whose operations run. */
    interface Operations {

        /** An operation begins. */
        void begin(int operation);

        /** How long it takes. */
        long nanos(int operation);

        /** It has ended; the next one has not begun. */
        void end(int operation);
    }

    private final VirtualTime time;
    private final BitSet streams = new BitSet();

    /** All operations that were ever put here. */
    private int[] line = new int[FIRST_LENGTH];

    private int put;
    private int begun;
    private int ended;
    private long busyNanos;

    VirtualQueue(VirtualTime time) {
        this.time = time;
    }

    /** Appends an operation of a stream. */
    void put(int operation, int stream, Operations operations) {
        streams.set(stream);
        if (put == line.length) {
            line = Arrays.copyOf(line, 2 * put);
        }
        line[put++] = operation;
        if (begun == ended) {
            beginNext(operations);
        }
    }

    private void beginNext(Operations operations) {
        int operation = line[begun++];
        operations.begin(operation);
        long nanos = operations.nanos(operation);
        busyNanos += nanos;
        time.after(nanos, () -> {
            operations.end(operation);
            ended++;
            if (begun < put) {
                beginNext(operations);
            }
        });
    }

    int operations() {
        return ended;
    }

    int streams() {
        return streams.cardinality();
    }

    long busyNanos() {
        return busyNanos;
    }

    @Override
    public int capacity() {
        return Integer.MAX_VALUE;
    }

    /** Not here: a replay knows how long operations take, and not what they do. */
    @Override
    public long offer(Packet packet) {
        throw new UnsupportedOperationException("a queue of a replay takes no packets");
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) {
        return true;
    }

    @Override
    public boolean post(Runnable entry) {
        return false;
    }

    @Override
    public Position position(long packetId) {
        return () -> ended > packetId;
    }

    @Override
    public long writeIndex() {
        return put;
    }

    @Override
    public long readIndex() {
        return ended;
    }

    @Override
    public void close() {
        // What was put still runs, and nothing else is here that could end.
    }
}
