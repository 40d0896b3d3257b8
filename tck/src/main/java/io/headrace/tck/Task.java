package io.headrace.tck;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Something that a test does on a thread of its own. */
final class Task<T> {

    private static final long LIMIT_SECONDS = 40;

    private final FutureTask<T> future;
    private final Thread thread;

    private Task(Callable<T> body, Thread.Builder builder) {
        future = new FutureTask<>(body);
        thread = builder.unstarted(future);
        thread.start();
    }

    /** Starts a platform thread. */
    static <T> Task<T> start(Callable<T> body) {
        return new Task<>(body, Thread.ofPlatform().daemon().name("tck-task-", 0));
    }

    /** Starts a platform thread for a body without a result. */
    static Task<Boolean> run(Action body) {
        return start(() -> {
            body.run();
            return true;
        });
    }

    /** Starts a virtual thread. */
    static <T> Task<T> startVirtual(Callable<T> body) {
        return new Task<>(body, Thread.ofVirtual().name("tck-task-", 0));
    }

    Thread thread() {
        return thread;
    }

    boolean isDone() {
        return future.isDone();
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Waits for the end, within a bound, and throws what the body threw. */
    T join() throws Exception {
        try {
            return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Waits for the end, within a bound, and gives what the body threw. */
    Throwable failure() throws Exception {
        try {
            T value = future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            throw new AssertionError("the task was to throw but gave value=" + value);
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }

    /** A body that may throw. */
    interface Action {
        void run() throws Exception;
    }
}
