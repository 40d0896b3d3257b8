package io.headrace.bench;

import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thread that sends each number back. Both spin. */
@State(Scope.Benchmark)
public class PingPongState {

    private static final int PING = 16;
    private static final int PONG = 48;
    private static final long END = -1;

    private final AtomicLongArray words = new AtomicLongArray(64);
    private long trips;

    /** Starts the thread. */
    @Setup(Level.Trial)
    public void open() {
        Thread.ofPlatform().daemon().start(this::answer);
    }

    /** Ends the thread. */
    @TearDown(Level.Trial)
    public void close() {
        words.setRelease(PING, END);
    }

    void trip() {
        long trip = ++trips;
        words.setRelease(PING, trip);
        while (words.getAcquire(PONG) != trip) {
            Thread.onSpinWait();
        }
    }

    private void answer() {
        long last = 0;
        while (last != END) {
            long seen = words.getAcquire(PING);
            if (seen == last) {
                Thread.onSpinWait();
            } else {
                words.setRelease(PONG, seen);
                last = seen;
            }
        }
    }
}
