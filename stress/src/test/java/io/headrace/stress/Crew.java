package io.headrace.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Threads of a test: they end in bounded time, and what they throw fails the test. */
public final class Crew {

    /** How long anything may take. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** What a thread does. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /** What each of several threads does. */
    @FunctionalInterface
    public interface NumberedWork {
        /** Does it; {@code number} counts from 0. */
        void run(int number) throws Exception;
    }

    /** Starts a platform thread. */
    public Thread start(Work work) {
        return start(false, work);
    }

    /** Starts a thread. */
    public Thread start(boolean virtual, Work work) {
        Thread.Builder builder =
                virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        Thread thread = builder.name("crew-" + threads.size()).start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        threads.add(thread);
        return thread;
    }

    /** Whether a thread has failed. */
    public boolean hasFailed() {
        return !failures.isEmpty();
    }

    /** Waits for all, and fails if one did. */
    public void join() throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        for (Thread thread : threads) {
            boolean ended = thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            throwFailures();
            assertThat(ended)
                    .as(() -> thread + " ends in time\n" + stacks(thread))
                    .isTrue();
        }
        throwFailures();
    }

    private void throwFailures() {
        if (!failures.isEmpty()) {
            AssertionError failure = new AssertionError(failures.size() + " threads failed, one by " + failures.peek());
            failures.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** Runs the same work on threads that begin together. */
    public static void all(int number, NumberedWork work) throws InterruptedException {
        Crew crew = new Crew();
        CountDownLatch ready = new CountDownLatch(number);
        for (int i = 0; i < number; i++) {
            int mine = i;
            crew.start(() -> {
                ready.countDown();
                ready.await();
                work.run(mine);
            });
        }
        crew.join();
    }

    /** Waits until something is so. */
    public static void until(String what, BooleanSupplier so) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as(() -> what + "\n" + stacks()).isLessThan(deadline);
            Thread.sleep(1);
        }
    }

    /** What the platform threads do now, and one more thread. */
    public static String stacks(Thread... others) {
        String all =
                Thread.getAllStackTraces().entrySet().stream().map(Crew::stack).collect(Collectors.joining("\n"));
        return Arrays.stream(others)
                        .map(thread -> stack(Map.entry(thread, thread.getStackTrace())))
                        .collect(Collectors.joining("\n"))
                + "\n" + all;
    }

    private static String stack(Map.Entry<Thread, StackTraceElement[]> entry) {
        return entry.getKey() + " " + entry.getKey().getState()
                + Arrays.stream(entry.getValue())
                        .map(frame -> "\n    at " + frame)
                        .collect(Collectors.joining());
    }
}
