package io.headrace.cli.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What the same takes with the means of the JDK: a task on an executor of one thread, and the wait for its future. */
final class ExecutorCalls implements AutoCloseable {

    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("headrace-bench-executor").factory());

    /** Written by tasks only, which run one after the other. */
    private final Word ran = new Word();

    /** Submits a task and waits until it has ended. */
    void submitAndGet() throws InterruptedException {
        try {
            executor.submit(this::count).get();
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void count() {
        ran.setPlain(ran.getPlain() + 1);
    }

    @Override
    public void close() {
        executor.close();
    }
}
