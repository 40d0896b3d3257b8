package io.headrace.signal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread's wait for several signals. The thread parks with a watch on each entry that is not settled, and is woken once as
 * many of them as matter were told.
 */
abstract class MultiWait extends Waiter {

    private final WaitEntry[] entries;
    /** Watches that were neither told nor taken back. */
    private final AtomicInteger untold = new AtomicInteger();

    private @Nullable Thread parked;

    /** A wait for the same of each signal. */
    MultiWait(@Nullable Signal[] signals, Condition condition, long value) {
        entries = new WaitEntry[signals.length];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new WaitEntry(this, i, signals[i], condition, value);
        }
    }

    /** A wait for something of its own of each signal. */
    MultiWait(List<Expectation> expectations) {
        Expectation[] each = expectations.toArray(new Expectation[0]);
        entries = new WaitEntry[each.length];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new WaitEntry(this, i, each[i].signal(), each[i].condition(), each[i].value());
        }
    }

    /** Whether the thread is to be woken when so many watches are left. */
    abstract boolean wakesAt(int left);

    final WaitEntry[] entries() {
        return entries;
    }

    /** Waits; as {@link Waiter#await}. */
    final boolean await(WaitHint hint, long timeoutNanos) throws InterruptedException {
        return await(hint.busyNanos(configuredBusyNanos()), timeoutNanos);
    }

    /** A watch was told, or taken back by the waiting thread itself. */
    final void told() {
        if (wakesAt(untold.decrementAndGet())) {
            LockSupport.unpark(parked);
        }
    }

    @Override
    protected final WaitCounts counts() {
        return WaitCounts.OF_SIGNALS;
    }

    @Override
    protected final String waitsFor() {
        return entries.length + " signals";
    }

    @Override
    protected final void register(Thread thread) {
        parked = thread;
        // One more, so that the last one counts only when all are registered.
        untold.set(entries.length + 1);
        for (WaitEntry entry : entries) {
            Signal signal = entry.signal;
            if (signal == null || entry.settle()) {
                untold.decrementAndGet();
            } else {
                signal.watch(entry);
            }
        }
        untold.decrementAndGet();
    }

    @Override
    protected final void unregister() {
        for (WaitEntry entry : entries) {
            if (entry.signal != null) {
                entry.signal.unwatch(entry);
            }
        }
    }

    private long configuredBusyNanos() {
        long longest = 0;
        for (WaitEntry entry : entries) {
            if (entry.signal != null) {
                longest = Math.max(longest, entry.signal.busyNanos());
            }
        }
        return longest;
    }
}
