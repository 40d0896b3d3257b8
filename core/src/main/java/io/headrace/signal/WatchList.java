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
    private final ConcurrentSkipListMap<Place, SignalWatch> watches = new ConcurrentSkipListMap<>();
    private final AtomicLong orders = new AtomicLong();

    /** Where a watch stands in its list: by value, then by age. */
    record Place(long value, long order) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byValue = Long.compare(value, other.value);
            return byValue != 0 ? byValue : Long.compare(order, other.order);
        }
    }

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
        Place place = new Place(watch.value(), orders.getAndIncrement());
        watch.register(place);
        watches.put(place, watch);
    }

    /** Takes a watch off the list; {@code false} if it is not there, or another thread was first. */
    boolean remove(SignalWatch watch) {
        Place place = watch.place();
        return place != null && watches.remove(place, watch);
    }

    int size() {
        return watches.size();
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
        for (Map.Entry<Place, SignalWatch> first = watches.pollFirstEntry();
                first != null;
                first = watches.pollFirstEntry()) {
            due.add(first.getValue().dueToClose());
        }
    }

    /** A watch that the value satisfies, if there is one; else any or none. */
    private @Nullable SignalWatch mostLikely(long observed) {
        Map.Entry<Place, SignalWatch> entry = switch (condition) {
            case EQ -> watches.ceilingEntry(new Place(observed, 0));
            case NE -> {
                Map.Entry<Place, SignalWatch> first = watches.firstEntry();
                yield first != null && first.getKey().value() == observed ? watches.lastEntry() : first;
            }
            case LT -> watches.lastEntry();
            case GTE -> watches.firstEntry();
        };
        return entry == null ? null : entry.getValue();
    }
}
