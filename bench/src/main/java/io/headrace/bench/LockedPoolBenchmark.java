package io.headrace.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What {@link QueuePoolBenchmark} is to be compared with: busy tracking over plain counts under one lock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LockedPoolBenchmark {

    private static final int QUEUES = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final int[] users = new int[QUEUES];
    private final int[] usersMax = new int[QUEUES];

    /** By one thread. */
    @Benchmark
    @Threads(1)
    public void acquireAndRelease() {
        release(acquire());
    }

    /** By two threads at once. */
    @Benchmark
    @Threads(2)
    public void acquireAndReleaseByTwo() {
        release(acquire());
    }

    private int acquire() {
        lock.lock();
        try {
            int best = 0;
            for (int i = 0; i < QUEUES && users[best] != 0; i++) {
                if (users[i] < users[best]) {
                    best = i;
                }
            }
            users[best]++;
            usersMax[best] = Math.max(usersMax[best], users[best]);
            return best;
        } finally {
            lock.unlock();
        }
    }

    private void release(int queue) {
        lock.lock();
        try {
            users[queue]--;
        } finally {
            lock.unlock();
        }
    }
}
