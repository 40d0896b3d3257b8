package io.headrace.signal;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The watches of one signal that have the same condition, sorted by value: so a store finds the ones it satisfies without
 * a look at the others. Lock-free. A signal has a chain of at most one list a condition.
 *
 * <p>Who stores publishes the value, then looks here; who registers puts the watch here, then looks at the value; both
 * have a full fence in between, so one sees the other. Removal from the list decides who calls the watch. The value that
 * is judged is always read after the watch was found, never the one just stored: another thread may have overwritten that
 * one before the watch was registered.
 */
final class WatchList {

    private final Condition condition;
    private final @Nullable WatchList next;
    /** Each watch by itself: another signal's may have the same place. */
    private final ConcurrentSkipListMap<WatchPlace, SignalWatch> watches = new ConcurrentSkipListMap<>();

    private final AtomicLong orders = new AtomicLong();

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
        watch.registerAs(orders.incrementAndGet());
        watches.put(watch, watch);
    }

    /** Takes a watch off the list; {@code false} if it is not there, or another thread was first. */
    boolean remove(SignalWatch watch) {
        return watch.isRegistered() && watches.remove(watch, watch);
    }

    int size() {
        return watches.size();
    }

    boolean isEmpty() {
        return watches.isEmpty();
    }

    /** Whether a watch is there that a value would satisfy. */
    boolean isAwaited(long value) {
        SignalWatch watch = mostLikely(value);
        return watch != null && condition.holds(value, watch.value());
    }

    /** Takes all watches off the list that the signal's value satisfies. */
    void takeSatisfied(Signal signal, DueWatches due) {
        for (long observed = signal.observe(); ; ) {
            SignalWatch watch = mostLikely(observed);
            if (watch == null) {
                return;
            }
            observed = signal.observe();
            // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
            // Who has overwritten a value in between takes a look of its own.
            if (signal.isClosed() || !condition.holds(observed, watch.value())) {
                return;
            }
            if (remove(watch)) {
                due.add(watch.dueBy(observed));
            }
        }
    }

    /** Takes all watches off the list, since the signal is closed. */
    void takeAll(DueWatches due) {
        for (Map.Entry<WatchPlace, SignalWatch> first = watches.pollFirstEntry();
                first != null;
                first = watches.pollFirstEntry()) {
            due.add(first.getValue().dueToClose());
        }
    }

    /** A watch that the value satisfies, if there is one; else any or none. */
    private @Nullable SignalWatch mostLikely(long observed) {
        return (SignalWatch)
                switch (condition) {
                    case EQ -> watches.ceilingKey(WatchPlace.before(observed));
                    case NE -> {
                        WatchPlace first = watches.ceilingKey(WatchPlace.FIRST);
                        yield first != null && first.placedAt() == observed ? watches.floorKey(WatchPlace.LAST) : first;
                    }
                    case LT -> watches.floorKey(WatchPlace.LAST);
                    case GTE -> watches.ceilingKey(WatchPlace.FIRST);
                };
    }
}
