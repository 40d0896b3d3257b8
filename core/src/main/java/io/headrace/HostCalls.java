package io.headrace;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run host calls (rule 2: threads of their own). Each call that runs has a platform thread, so that one which
 * polls, or blocks in native code, holds up no other. So many at a time that this would cost too much have virtual threads.
 */
final class HostCalls {

    private static final int MOST_PLATFORM_THREADS = 1_024;
    private static final long KEPT_IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            MOST_PLATFORM_THREADS,
            KEPT_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().name("headrace-host-call-", 0).daemon().factory(),
            (call, full) -> startVirtual(call));

    /** Runs a call soon; never on the calling thread. */
    void start(Runnable call) {
        try {
            threads.execute(call);
        } catch (OutOfMemoryError noThread) {
            startVirtual(call);
        }
    }

    private static void startVirtual(Runnable call) {
        Thread.ofVirtual().name("headrace-host-call").start(call);
    }

    /** Lets the threads end that run nothing. Calls that run go on. */
    void close() {
        threads.shutdown();
    }
}
