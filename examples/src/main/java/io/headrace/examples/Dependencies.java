package io.headrace.examples;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;

/**
 * Two streams that depend on each other: the second waits for an event of the first on the device's side, and the first for a
 * signal that the host stores. No thread blocks but the one that waits for the end.
 */
public final class Dependencies {

    private Dependencies() {}

    /** Runs it and prints the result. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("sum of the squares of 0 to 99 = " + run());
    }

    static long run() throws InterruptedException {
        int n = 100;
        long[] result = new long[1];
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (I64 squares = device.i64(n);
                    I64 sum = device.i64(1);
                    Signal go = device.signal(0);
                    Stream first = device.stream();
                    Stream second = device.stream()) {
                Event ready = device.event();
                first.waitFor(go, Condition.EQ, 1)
                        .launch(Range.of(n), i -> squares.set(i, i * i))
                        .record(ready);
                second.waitFor(ready)
                        .launch(Range.of(1), zero -> {
                            for (long i = 0; i < squares.length(); i++) {
                                sum.set(zero, sum.get(zero) + squares.get(i));
                            }
                        })
                        .copy(sum, result);
                go.storeRelease(1);
                second.await();
            }
        }
        return result[0];
    }
}
