package io.headrace.cli.bench;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The policy of {@link io.headrace.queue.QueuePolicy#BUSY_TRACKING} as one would write it first: plain counts under a lock.
 * All queues exist.
 */
final class LockedPool {

    private final ReentrantLock lock = new ReentrantLock();
    private final int[] users;
    private final int[] usersMax;

    LockedPool(int queues) {
        users = new int[queues];
        usersMax = new int[queues];
    }

    /** Chooses the lowest idle queue, else the lowest with the fewest users, and counts one more in it. */
    int acquire() {
        lock.lock();
        try {
            int best = 0;
            for (int i = 0; i < users.length; i++) {
                if (users[i] == 0) {
                    best = i;
                    break;
                }
                if (users[i] < users[best]) {
                    best = i;
                }
            }
            int now = ++users[best];
            if (now > usersMax[best]) {
                usersMax[best] = now;
            }
            return best;
        } finally {
            lock.unlock();
        }
    }

    void release(int queue) {
        lock.lock();
        try {
            if (users[queue] == 0) {
                throw new IllegalStateException("queue=" + queue + " has no user that could be released");
            }
            users[queue]--;
        } finally {
            lock.unlock();
        }
    }

    int users() {
        lock.lock();
        try {
            return Arrays.stream(users).sum();
        } finally {
            lock.unlock();
        }
    }
}
