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

    /** How long a wait may take that the library limits. Long, since virtual machines stand still now and then. */
    public static final Duration LIMIT = Duration.ofSeconds(150);

    /** The crew's own waits count pauses in place of time, so that a machine that stands still does no harm. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private static final int MOST_PAUSES = 12_000;

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
        for (Thread thread : threads) {
            boolean ended = false;
            for (int pause = 0; pause < MOST_PAUSES && !ended; pause++) {
                ended = thread.join(PAUSE);
                throwFailures();
            }
            assertThat(ended).as(() -> thread + " ends\n" + stacks(thread)).isTrue();
        }
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
        for (int pause = 0; !so.getAsBoolean(); pause++) {
            assertThat(pause).as(() -> what + "\n" + stacks()).isLessThan(MOST_PAUSES);
            Thread.sleep(pause < 20 ? 1 : PAUSE.toMillis());
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
