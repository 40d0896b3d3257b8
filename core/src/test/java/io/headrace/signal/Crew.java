package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** Threads of a test, with a bound on how long they may take. */
final class Crew {

    static final Duration BOUND = Duration.ofSeconds(50);

    interface Work {
        void run() throws Exception;
    }

    interface NumberedWork {
        void run(int number) throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** Starts a platform thread. */
    Thread start(Work work) {
        return start(Thread.ofPlatform().daemon(), work);
    }

    Thread start(Thread.Builder builder, Work work) {
        Thread thread = builder.start(() -> {
            try {
                work.run();
            } catch (Throwable failure) {
                failures.add(failure);
            }
        });
        threads.add(thread);
        return thread;
    }

    /** Waits for all, and fails as the first of them did. */
    void join() throws InterruptedException {
        long deadline = System.nanoTime() + BOUND.toNanos();
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime()))))
                    .as("%s ends in time: %s", thread, List.of(thread.getStackTrace()))
                    .isTrue();
        }
        assertThat(failures).isEmpty();
    }

    /** Runs the same work on a number of threads that begin together. */
    static void all(int number, NumberedWork work) throws InterruptedException {
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
    static void until(BooleanSupplier so) throws InterruptedException {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            Thread.sleep(1);
        }
    }

    static void untilParked(Thread thread) throws InterruptedException {
        until(() -> switch (thread.getState()) {
            case WAITING, TIMED_WAITING -> true;
            default -> false;
        });
    }
}
