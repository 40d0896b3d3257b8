package io.headrace.cli.bench;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A number that one thread waits for parked, by {@link LockSupport} and nothing else. */
final class ParkedWord implements Wakes.Way {

    private final Word word = new Word();
    private volatile @Nullable Thread waiter;

    @Override
    public void store(long value) {
        word.setVolatile(value);
        LockSupport.unpark(waiter);
    }

    @Override
    public void await(long value) {
        waiter = Thread.currentThread();
        while (word.getVolatile() < value) {
            LockSupport.park(this);
        }
    }
}
