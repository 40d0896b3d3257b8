package io.headrace.sim.replay;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** What no schedule can beat. */
final class Bounds {

    private final Workload work;
    private final long longestStreamNanos;
    private final long longestChainNanos;
    private final long[] sums;

    Bounds(Workload work) {
        this.work = work;
        this.sums = new long[work.devices().size()];
        long[] streams = new long[work.streams().size()];
        long[] ends = new long[work.count()];
        long last = 0;
        for (int i = 0; i < work.count(); i++) {
            sums[work.device(i)] = Math.addExact(sums[work.device(i)], work.nanos(i));
            streams[work.stream(i)] += work.nanos(i);
            ends[i] = Math.addExact(ready(i, ends), work.nanos(i));
            last = Math.max(last, ends[i]);
        }
        longestStreamNanos = Arrays.stream(streams).max().orElse(0);
        longestChainNanos = last;
    }

    private long ready(int operation, long[] ends) {
        int before = work.before(operation);
        long ready = before < 0 ? work.comes(operation) : Math.max(work.comes(operation), ends[before]);
        for (int other : work.waitsFor(operation)) {
            ready = Math.max(ready, ends[other]);
        }
        return ready;
    }

    /** Until the last operation ends if each stream has a queue of its own: the chain that takes longest, with its gaps. */
    long longestChainNanos() {
        return longestChainNanos;
    }

    /** The bound for so many queues of each device. */
    long nanos(IntUnaryOperator queuesOfDevice) {
        long bound = Math.max(longestStreamNanos, longestChainNanos);
        for (int device = 0; device < sums.length; device++) {
            bound = Math.max(bound, Math.ceilDiv(sums[device], queuesOfDevice.applyAsInt(device)));
        }
        return bound;
    }
}
