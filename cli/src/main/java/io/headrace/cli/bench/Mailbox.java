package io.headrace.cli.bench;

import io.headrace.signal.Waiter;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A number that one thread raises and another waits for, in the way in which the library waits. */
final class Mailbox {

    private final Word number = new Word();
    private volatile @Nullable Thread sleeper;

    /** Raises the number and wakes who waits for it. */
    void put(long value) {
        // Volatile, so that either this sees the sleeper or the sleeper sees the number.
        number.setVolatile(value);
        Thread asleep = sleeper;
        if (asleep != null) {
            LockSupport.unpark(asleep);
        }
    }

    /** The number last put. */
    long last() {
        return number.getAcquire();
    }

    /** Waits until the number is at least as large as given. */
    void await(long value, long busyNanos) throws InterruptedException {
        Waiter waiter = new Waiter() {
            @Override
            protected boolean done() {
                return number.getAcquire() >= value;
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
        waiter.await(busyNanos, Long.MAX_VALUE);
    }
}
