package io.headrace.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The watches of one signal that have the same condition, in buckets sorted by value: so a store finds those it satisfies without a look
 * at the others, and a million that wait for the same value come off at once. A store that satisfies none takes no lock. A signal has a
 * chain of at most one list a condition.
 *
 * <p>Who stores publishes the value, then looks here; who registers puts the watch here, then looks at the value; both
 * have a full fence in between, so one sees the other. Removal from the list decides who calls the watch. The value that
 * is judged is always read after the watch was found, never the one just stored: another thread may have overwritten that
 * one before the watch was registered.
 */
final class WatchList {

    private final Condition condition;
    private final @Nullable WatchList next;

    /** Guarded by this list's monitor, as all that is in it; none is empty. */
    private final TreeMap<Long, WatchBucket> buckets = new TreeMap<>();

    /** Written under the monitor, read by all. */
    private volatile int size;

    /** The value that is satisfied if any is, where the condition has such a one. Written under the monitor, before the size. */
    private volatile long easiest;

    WatchList(Condition condition, @Nullable WatchList next) {
        this.condition = condition;
        this.next = next;
    }

    /** The next list of the chain. */
    @Nullable
    WatchList next() {
        return next;
    }

    /** The list for a condition in the chain that begins with the one given. */
    static @Nullable WatchList find(@Nullable WatchList first, Condition condition) {
        WatchList list = first;
        while (list != null && list.condition != condition) {
            list = list.next;
        }
        return list;
    }

    void add(SignalWatch watch) {
        watch.register();
        synchronized (this) {
            WatchBucket bucket = buckets.get(watch.value());
            if (bucket == null) {
                bucket = new WatchBucket(this, watch.value());
                buckets.put(watch.value(), bucket);
            }
            bucket.add(watch);
            changedBy(1);
        }
    }

    /** Takes a watch off the list; {@code false} if it is not there, or another thread was first. */
    synchronized boolean remove(SignalWatch watch) {
        WatchBucket bucket = watch.bucket;
        if (bucket == null || bucket.list != this) {
            return false;
        }
        bucket.remove(watch);
        if (bucket.size() == 0) {
            buckets.remove(bucket.value());
        }
        changedBy(-1);
        return true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the monitor only
    private void changedBy(int watches) {
        if (!buckets.isEmpty()) {
            easiest = condition == Condition.LT ? buckets.lastKey() : buckets.firstKey();
        }
        size += watches;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether a watch is there that a value would satisfy. */
    boolean isAwaited(long value) {
        if (!mayBeAwaited(value)) {
            return false;
        }
        synchronized (this) {
            return satisfiedBy(value) != null;
        }
    }

    /** Whether a watch may be there that a value would satisfy. Takes no lock. */
    private boolean mayBeAwaited(long value) {
        return size != 0
                && switch (condition) {
                    case EQ, NE -> true;
                    case LT, GTE -> condition.holds(value, easiest);
                };
    }

    /** Takes all watches off the list that the signal's value satisfies. */
    void takeSatisfied(Signal signal, DueWatches due) {
        for (long observed = signal.observe(); mayBeAwaited(observed); ) {
            WatchBucket taken;
            synchronized (this) {
                observed = signal.observe();
                // The look at the signal's life comes after the read of the value, which may be another signal's
                // otherwise.
                // Who has overwritten a value in between takes a look of its own.
                taken = signal.isClosed() ? null : satisfiedBy(observed);
                if (taken == null) {
                    return;
                }
                buckets.remove(taken.value());
                takenOff(taken);
            }
            due.add(taken.dueBy(observed));
        }
    }

    /** Takes all watches off the list, since the signal is closed. */
    void takeAll(DueWatches due) {
        List<WatchBucket> all;
        synchronized (this) {
            all = new ArrayList<>(buckets.values());
            buckets.clear();
            all.forEach(this::takenOff);
        }
        all.forEach(bucket -> due.add(bucket.dueToClose()));
    }

    private void takenOff(WatchBucket bucket) {
        bucket.list = null;
        changedBy(-bucket.size());
    }

    /** A bucket whose watches a value satisfies; {@code null} if there is none. */
    private @Nullable WatchBucket satisfiedBy(long observed) {
        if (condition == Condition.EQ) {
            return buckets.get(observed);
        }
        Map.Entry<Long, WatchBucket> entry = condition == Condition.LT ? buckets.lastEntry() : buckets.firstEntry();
        if (condition == Condition.NE && entry != null && entry.getKey() == observed) {
            entry = buckets.higherEntry(observed);
        }
        return entry != null && condition.holds(observed, entry.getKey()) ? entry.getValue() : null;
    }
}
