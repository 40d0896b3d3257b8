package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Signals by their handles, and waits for several signals at once, of any devices and of the host. Safe for use from any thread.
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
     * The signal that has a handle ({@link Signal#handle}). Looks at nothing but the library's own tables and, in host memory,
     * slots of its own, so that any number may be asked for: other memory that it points to is not touched.
     *
     * <p>A handle is good until its signal is closed. It is an address, and closed signals' slots are given out again: a
     * handle kept too long is then the handle of the signal that lives in the slot now, and that one is returned. Until
     * the slot is given out again, such a handle is invalid. The object that was returned is never mistaken: it is the signal
     * that had the handle at some moment during the call, and throws once that one is closed, whoever has the slot by then.
     *
     * @throws IllegalArgumentException if the handle is 0, which is none
     * @throws InvalidSignalException if no living signal of this process has the handle
     */
    public static Signal resolve(long handle) {
        Signal signal = SlotHome.find(handle);
        if (signal == null) {
            throw miss(handle);
        }
        return signal;
    }

    /**
     * Takes in a signal that another runtime made, in a page of that runtime, laid out as HSA's {@code amd_signal_t}. For
     * drivers. Its handle is its address, by which it is found from now on; what else is in the page is not looked at. It
     * is shared from the start: stores that are not made through this library are looked for.
     *
     * @param address of the signal, a multiple of 64; the memory must stay until the release
     * @param busyNanos how long a wait for it spins before it parks; 0 or more
     * @param release called once, when the signal here was closed and nothing reads or writes it any more, by whatever
     *     thread used it last; must not block. To close the signal itself is up to it
     * @throws IllegalArgumentException if no signal of another runtime can be at this address, or {@code busyNanos} is negative
     * @throws io.headrace.error.HeadraceException if it is taken in already; nothing changed
     */
    public static Signal adopt(long address, long busyNanos, Runnable release) {
        return AdoptedSlot.adopt(address, busyNanos, release);
    }

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
        throwIfNull(condition, hint);
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
        throwIfNull(condition, hint);
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
        throwIfNull(condition, hint);
        if (observed == null && haveAllMet(signals, condition, value)) {
            return true;
        }
        return waitForAll(signals, condition, value, timeoutNanos, hint, observed);
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

    /**
     * Waits like {@link #awaitAny(Signal[], Condition, long, long, WaitHint)} for signals by their handles. A handle that
     * {@link #resolve} would refuse counts as a signal that is closed. Allocates at most the result if one does at once.
     *
     * @param handles at least one entry; not changed, and not kept
     * @param timeoutNanos how long to wait at most
     * @throws IllegalArgumentException if there is no entry
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static AnyResult awaitAny(long[] handles, Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        throwIfNull(condition, hint);
        for (int i = 0; i < handles.length; i++) {
            Signal signal = SlotHome.find(handles[i]);
            if (signal != null) {
                long observed = signal.observe();
                if (condition.holds(observed, value) && !signal.isClosed()) {
                    return AnyResult.met(i, signal, observed);
                }
            }
        }
        return waitForAny(find(handles), condition, value, timeoutNanos, hint);
    }

    /**
     * Waits like {@link #awaitAll(Signal[], Condition, long, long, WaitHint, long[])} for signals by their handles. A handle
     * that {@link #resolve} would refuse counts as a signal that is closed. Allocates nothing if all do at once and the values
     * are not asked for.
     *
     * @param handles may be empty: that is true at once; not changed, and not kept
     * @param timeoutNanos how long to wait at most
     * @param observed takes the values, or {@code null}
     * @return {@code false} if not all did in time; nothing changed
     * @throws IllegalArgumentException if there is no room for all values
     * @throws InterruptedException if the thread is interrupted; nothing changed
     */
    public static boolean awaitAll(
            long[] handles,
            Condition condition,
            long value,
            long timeoutNanos,
            WaitHint hint,
            long @Nullable [] observed)
            throws InterruptedException {
        throwIfNull(condition, hint);
        if (observed == null && haveAllMet(handles, condition, value)) {
            return true;
        }
        return waitForAll(find(handles), condition, value, timeoutNanos, hint, observed);
    }

    /** The wait behind a first look. What is null or closed does not count, as a handle that leads to no signal does not. */
    static AnyResult waitForAny(
            @Nullable Signal[] signals, Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        throwIfNull(condition, hint);
        throwIfNone(signals.length);
        return new AnyWait(signals, condition, value).result(hint, timeoutNanos);
    }

    private static boolean waitForAll(
            @Nullable Signal[] signals,
            Condition condition,
            long value,
            long timeoutNanos,
            WaitHint hint,
            long @Nullable [] observed)
            throws InterruptedException {
        throwIfNoRoom(signals.length, observed);
        return new AllWait(signals, condition, value).result(hint, timeoutNanos, observed);
    }

    private static boolean haveAllMet(@Nullable Signal[] signals, Condition condition, long value) {
        for (Signal signal : signals) {
            if (isUnmet(signal, condition, value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean haveAllMet(long[] handles, Condition condition, long value) {
        for (long handle : handles) {
            if (isUnmet(SlotHome.find(handle), condition, value)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a wait for all has to wait for it. A closed one may hold another's value, and does not count whatever that is. */
    private static boolean isUnmet(@Nullable Signal signal, Condition condition, long value) {
        return signal != null && !condition.holds(signal.observe(), value) && !signal.isClosed();
    }

    /** Before the first look: whether it is an error must not depend on what is found. */
    private static void throwIfNull(Condition condition, WaitHint hint) {
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(hint, "hint");
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

    private static @Nullable Signal[] find(long[] handles) {
        @Nullable Signal[] signals = new Signal[handles.length];
        for (int i = 0; i < handles.length; i++) {
            signals[i] = SlotHome.find(handles[i]);
        }
        return signals;
    }

    private static RuntimeException miss(long handle) {
        return handle == 0
                ? new IllegalArgumentException("0 is no signal's handle; use what handle() of a signal gives")
                : new InvalidSignalException("no living signal has this handle: handle=0x" + Long.toHexString(handle)
                        + "; use what handle() of a signal gives, before the signal's close()");
    }
}
