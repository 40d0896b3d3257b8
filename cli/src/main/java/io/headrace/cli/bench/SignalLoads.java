package io.headrace.cli.bench;

import io.headrace.signal.Signal;
import io.headrace.signal.Signals;

/** Loops of loads. All signals have the value 0, which no compiler knows. */
final class SignalLoads {

    private static final long FACTOR = 6364136223846793005L;
    private static final long SUMMAND = 1442695040888963407L;

    private SignalLoads() {}

    static void byObject(Signal signal, int loads) {
        long sum = 0;
        for (int i = 0; i < loads; i++) {
            sum += signal.loadAcquire();
        }
        check(sum);
    }

    static void byHandle(long handle, int loads) {
        long sum = 0;
        for (int i = 0; i < loads; i++) {
            sum += Signals.resolve(handle).loadAcquire();
        }
        check(sum);
    }

    /** Loads that a processor can begin before the ones before have ended. */
    static void random(long[] handles, int loads) {
        long sum = 0;
        long random = loads;
        for (int i = 0; i < loads; i++) {
            random = random * FACTOR + SUMMAND;
            sum += Signals.resolve(handles[place(random, handles.length)]).loadAcquire();
        }
        check(sum);
    }

    /** Loads each of which waits for the one before. */
    static void randomDependent(long[] handles, int loads) {
        long random = loads;
        long sum = 0;
        for (int i = 0; i < loads; i++) {
            random = (random + sum) * FACTOR + SUMMAND;
            sum += Signals.resolve(handles[place(random, handles.length)]).loadAcquire();
        }
        check(sum);
    }

    /** A place in an array, by the upper bits of a random number. */
    static int place(long random, int length) {
        return (int) ((random >>> Integer.SIZE) * length >>> Integer.SIZE);
    }

    private static void check(long sum) {
        if (sum != 0) {
            throw new IllegalStateException("a signal had a value that nobody stored: sum=" + sum);
        }
    }
}
