package io.headrace.bench;

import io.headrace.signal.Waiter;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thread that sends each number back. Both wait as the library does: spin, spin with yields, park. */
@State(Scope.Benchmark)
public class HandOverState {

    /** The default busy-wait, and what the library's own threads do. */
    private static final long BUSY_NANOS = 50_000;

    private static final long END = Long.MAX_VALUE;

    private final Mailbox there = new Mailbox();
    private final Mailbox back = new Mailbox();
    private long trips;

    /** Starts the thread. */
    @Setup(Level.Trial)
    public void open() {
        Thread.ofPlatform().daemon().start(this::answer);
    }

    /** Ends the thread. */
    @TearDown(Level.Trial)
    public void close() {
        there.put(END);
    }

    void trip() throws InterruptedException {
        long trip = ++trips;
        there.put(trip);
        back.await(trip);
    }

    private void answer() {
        try {
            for (long trip = 1; there.await(trip) != END; trip++) {
                back.put(trip);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    /** A number that one thread raises and another waits for. */
    private static final class Mailbox {

        private static final int INDEX = 16;

        private final AtomicLongArray number = new AtomicLongArray(2 * INDEX);
        private volatile @Nullable Thread sleeper;

        void put(long value) {
            number.set(INDEX, value);
            Thread asleep = sleeper;
            if (asleep != null) {
                LockSupport.unpark(asleep);
            }
        }

        /** Waits until the number is at least as large as given; returns it. */
        long await(long value) throws InterruptedException {
            Waiter waiter = new Waiter() {
                @Override
                protected boolean done() {
                    return number.getAcquire(INDEX) >= value;
                }

                @Override
                protected void register(Thread thread) {
                    sleeper = thread;
                }

                @Override
                protected void unregister() {
                    sleeper = null;
                }
            };
            waiter.await(BUSY_NANOS, Long.MAX_VALUE);
            return number.getAcquire(INDEX);
        }
    }
}
