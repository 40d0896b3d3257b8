package io.headrace.tck;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits, within a generous bound, for what other threads bring about. */
final class Eventually {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Eventually() {}

    static void isTrue(String what, BooleanSupplier condition) {
        isTrue(() -> what, condition);
    }

    /** The same, where what is waited for can tell how it stands. */
    static void isTrue(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail("did not become true: " + what.get() + " limit=" + LIMIT);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Waits until a thread is parked, asleep or blocked: it does not go on by itself. */
    static void isBlocked(Thread thread) {
        isTrue("blocked thread=" + thread, () -> switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            default -> false;
        });
    }
}
