package io.headrace.cli.bench;

import io.headrace.acc.AsyncQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Async queues by number the plain way: a list under a lock. */
final class LockedNumbers {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<AsyncQueue> queues;

    LockedNumbers(List<AsyncQueue> queues) {
        this.queues = new ArrayList<>(queues);
    }

    AsyncQueue queue(int number) {
        lock.lock();
        try {
            return queues.get(number);
        } finally {
            lock.unlock();
        }
    }
}
