package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Waits for what happens soon, but not at once. */
final class Eventually {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private Eventually() {}

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - start < BOUND.toNanos()) {
            Thread.sleep(1);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    /** Waits until a thread is parked, and joins nothing. */
    static void awaitParked(Thread thread) throws InterruptedException {
        await(
                thread.getName() + " is parked",
                () -> thread.getState() == State.WAITING || thread.getState() == State.TIMED_WAITING);
    }

    static void join(Thread thread) throws InterruptedException {
        assertThat(thread.join(BOUND)).as("%s ended in time", thread).isTrue();
    }

    /** The live threads whose names begin so. */
    static List<Thread> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }
}
