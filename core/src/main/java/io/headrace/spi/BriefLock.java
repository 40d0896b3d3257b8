package io.headrace.spi;

import java.io.Serial;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for a few calls of native code, some microseconds. Who finds it taken looks again for a while before it parks: to park a
 * thread and wake it takes longer than the lock is held, and where many do it each waits for the waking of the one before.
 */
public final class BriefLock extends ReentrantLock {

    @Serial
    private static final long serialVersionUID = 1;

    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** Between two looks; each takes the lock's line away from who holds it. */
    private static final int PAUSES = 8;

    @Override
    public void lock() {
        if (tryLock()) {
            return;
        }
        long start = System.nanoTime();
        do {
            for (int i = 0; i < PAUSES; i++) {
                Thread.onSpinWait();
            }
            if (tryLock()) {
                return;
            }
        } while (System.nanoTime() - start < SPIN_NANOS);
        super.lock();
    }
}
