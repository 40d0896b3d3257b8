package io.headrace.cli.demo;

import io.headrace.cli.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Decodes and encodes pictures on as many threads as there are processors; both only compute. */
final class Parallel {

    private static final long LIMIT_MINUTES = 30;

    private Parallel() {}

    /**
     * Applies a function to all elements, and waits for all results.
     *
     * @return the results, in the elements' order
     * @throws CommandFailure if that takes longer than 30 minutes
     */
    static <T, R> List<R> map(List<T> elements, Function<T, R> function) throws InterruptedException {
        int threads = Math.clamp(elements.size(), 1, Runtime.getRuntime().availableProcessors());
        ExecutorService executor = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("picture-files-", 0).daemon().factory());
        try {
            List<R> results = new ArrayList<>();
            for (Future<R> future : executor.invokeAll(
                    elements.stream()
                            .map(element -> (Callable<R>) () -> function.apply(element))
                            .toList(),
                    LIMIT_MINUTES,
                    TimeUnit.MINUTES)) {
                results.add(get(future));
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }

    private static <R> R get(Future<R> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException e) {
            throw new CommandFailure("reading or writing pictures took too long: minutes=" + LIMIT_MINUTES);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        }
    }
}
