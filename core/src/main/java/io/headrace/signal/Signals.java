package io.headrace.signal;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Waits for several signals at once, of any devices and of the host.
 *
 * <p>Entries that are null, or whose signal is closed before or meanwhile, do not fail a wait. A wait for any ignores them,
 * and ends with a result of its own if there are no others; a wait for all counts them as satisfied, with the value 0. Indices
 * are always those of the caller's list or array.
 *
 * <p>All waits may be interrupted, and one that gives up changes nothing and leaves nothing behind. A timeout of zero or less
 * is one look; {@link Long#MAX_VALUE} nanoseconds are no limit. What was found satisfied at the first look costs no clock
 * reading. Lists must not be changed during the call.
 */
public final class Signals {

    private static final @Nullable Signal[] NO_SIGNALS = {};

    private Signals() {}

    /**
     * Waits until the value of any of the signals meets a condition.
     *
     * @param signals at least one entry
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(
            List<? extends @Nullable Signal> signals, Condition condition, long value, Duration timeout)
            throws InterruptedException {
        return awaitAny(signals, condition, value, Waiter.nanos(timeout), WaitHint.ADAPTIVE);
    }

    /**
     * Waits until the value of any of the signals meets a condition.
     *
     * @param signals at least one entry
     * @param timeoutNanos how long to wait at most
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(
            List<? extends @Nullable Signal> signals, Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        if (!(signals instanceof RandomAccess)) {
            return awaitAny(signals.toArray(NO_SIGNALS), condition, value, timeoutNanos, hint);
        }
        int count = signals.size();
        for (int i = 0; i < count; i++) {
            Signal signal = signals.get(i);
            if (signal != null) {
                long observed = signal.observe();
                if (condition.holds(observed, value) && !signal.isClosed()) {
                    return AnyResult.met(i, signal, observed);
                }
            }
        }
        return waitForAny(signals.toArray(NO_SIGNALS), condition, value, timeoutNanos, hint);
    }

    /**
     * Waits until the value of any of the signals meets a condition. Allocates at most the result if one does at once.
     *
     * @param signals at least one entry; not changed, and not kept
     * @param timeoutNanos how long to wait at most
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(
            @Nullable Signal[] signals, Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        for (int i = 0; i < signals.length; i++) {
            Signal signal = signals[i];
            if (signal != null) {
                long observed = signal.observe();
                // The look at the signal's life comes after the read of the value, which may be another signal's
                // otherwise.
                if (condition.holds(observed, value) && !signal.isClosed()) {
                    return AnyResult.met(i, signal, observed);
                }
            }
        }
        return waitForAny(signals, condition, value, timeoutNanos, hint);
    }

    /**
     * Waits until any of the expectations is met.
     *
     * @param expectations at least one entry
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(List<Expectation> expectations, Duration timeout) throws InterruptedException {
        return awaitAny(expectations, Waiter.nanos(timeout), WaitHint.ADAPTIVE);
    }

    /**
     * Waits until any of the expectations is met.
     *
     * @param expectations at least one entry
     * @param timeoutNanos how long to wait at most
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(List<Expectation> expectations, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        Objects.requireNonNull(hint, "hint");
        throwIfNone(expectations.size());
        return new AnyWait(expectations).result(hint, timeoutNanos);
    }

    /**
     * Waits until each signal's value has met a condition. It is enough that each was seen to do so once; they need not all do
     * so at the same time.
     *
     * @param signals may be empty: that is true at once
     * @return {@code false} if not all did in time; nothing changed
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static boolean awaitAll(
            List<? extends @Nullable Signal> signals, Condition condition, long value, Duration timeout)
            throws InterruptedException {
        return awaitAll(signals.toArray(NO_SIGNALS), condition, value, Waiter.nanos(timeout), WaitHint.ADAPTIVE, null);
    }

    /**
     * Waits until each signal's value has met a condition, as {@link #awaitAll(List, Condition, long, Duration)}. Allocates
     * nothing if all do at once and the values are not asked for.
     *
     * @param signals may be empty: that is true at once; not changed, and not kept
     * @param timeoutNanos how long to wait at most
     * @param observed takes, at each signal's index, the value that met the condition, if all did; not changed otherwise;
     *     {@code null} if nobody asks
     * @return {@code false} if not all did in time; nothing changed
     * @throws IllegalArgumentException if there is no room for all values
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static boolean awaitAll(
            @Nullable Signal[] signals,
            Condition condition,
            long value,
            long timeoutNanos,
            WaitHint hint,
            long @Nullable [] observed)
            throws InterruptedException {
        if (observed == null && haveAllMet(signals, condition, value)) {
            return true;
        }
        Objects.requireNonNull(hint, "hint");
        throwIfNoRoom(signals.length, observed);
        return new AllWait(signals, Objects.requireNonNull(condition, "condition"), value)
                .result(hint, timeoutNanos, observed);
    }

    /**
     * Waits until each expectation was met, as {@link #awaitAll(List, Condition, long, Duration)}.
     *
     * @param expectations may be empty: that is true at once
     * @return {@code false} if not all were in time; nothing changed
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static boolean awaitAll(List<Expectation> expectations, Duration timeout) throws InterruptedException {
        return awaitAll(expectations, Waiter.nanos(timeout), WaitHint.ADAPTIVE, null);
    }

    /**
     * Waits until each expectation was met, as {@link #awaitAll(List, Condition, long, Duration)}.
     *
     * @param expectations may be empty: that is true at once
     * @param timeoutNanos how long to wait at most
     * @param observed takes, at each expectation's index, the value that met it, if all did; not changed otherwise;
     *     {@code null} if nobody asks
     * @return {@code false} if not all were in time; nothing changed
     * @throws IllegalArgumentException if there is no room for all values
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static boolean awaitAll(
            List<Expectation> expectations, long timeoutNanos, WaitHint hint, long @Nullable [] observed)
            throws InterruptedException {
        Objects.requireNonNull(hint, "hint");
        throwIfNoRoom(expectations.size(), observed);
        return new AllWait(expectations).result(hint, timeoutNanos, observed);
    }

    /** The wait behind a first look. What is null or closed does not count, as a handle that leads to no signal does not. */
    static AnyResult waitForAny(
            @Nullable Signal[] signals, Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        Objects.requireNonNull(hint, "hint");
        throwIfNone(signals.length);
        return new AnyWait(signals, Objects.requireNonNull(condition, "condition"), value).result(hint, timeoutNanos);
    }

    private static boolean haveAllMet(@Nullable Signal[] signals, Condition condition, long value) {
        for (Signal signal : signals) {
            // A closed one may hold another signal's value, and counts as satisfied whatever that is.
            if (signal != null && !condition.holds(signal.observe(), value) && !signal.isClosed()) {
                return false;
            }
        }
        return true;
    }

    private static void throwIfNone(int entries) {
        if (entries == 0) {
            throw new IllegalArgumentException("a wait for any signal needs at least one entry: entries=0");
        }
    }

    private static void throwIfNoRoom(int entries, long @Nullable [] observed) {
        if (observed != null && observed.length < entries) {
            throw new IllegalArgumentException("there is no room for the observed values: entries=" + entries
                    + " length=" + observed.length + "; give an array with a place for each entry");
        }
    }
}
