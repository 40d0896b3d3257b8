package io.headrace.sim.replay;

import io.headrace.sim.Server;
import io.headrace.sim.VirtualTime;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.BitSet;

/**
 * A hardware queue in virtual time: its operations run one after the other in the order in which they came. It has room for
 * all of a trace, since nobody is there who could be held up.
 */
final class VirtualQueue implements DriverQueue {

    private final VirtualTime time;
    private final Server server;
    private final BitSet streams = new BitSet();
    private long put;
    private long ended;

    VirtualQueue(VirtualTime time) {
        this.time = time;
        this.server = new Server(time, 1);
    }

    /**
     * Appends an operation.
     *
     * @param stream the number of its stream
     * @param nanos how long it takes
     * @param begun called when it begins
     * @param done called when it has ended, before the next one begins
     */
    void put(int stream, long nanos, Runnable begun, Runnable done) {
        put++;
        streams.set(stream);
        server.request(() -> {
            begun.run();
            time.after(nanos, () -> {
                ended++;
                done.run();
                server.release();
            });
        });
    }

    int operations() {
        return Math.toIntExact(ended);
    }

    int streams() {
        return streams.cardinality();
    }

    long busyNanos() {
        return server.use().busyNanos();
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
