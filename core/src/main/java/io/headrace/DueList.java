package io.headrace;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is to happen when a {@link Timeline} reaches certain numbers, in the order in which it is to: by number, markers before
 * watches, and each of them by age. A timeline has one only while there is something to happen. Guarded by the timeline.
 */
final class DueList {

    /** The target of nothing. */
    static final long NONE = Long.MAX_VALUE;

    private static final Comparator<Timeline.Watch> ORDER =
            Comparator.<Timeline.Watch>comparingLong(Timeline.Watch::target).thenComparingLong(watch -> watch.ticket);

    /** In the order of their targets, which is that in which they are added. The first one stays here while it runs. */
    private @Nullable ArrayDeque<Timeline.Watch> markers;

    private @Nullable PriorityQueue<Timeline.Watch> watches;
    private long tickets;
    private boolean firing;
    private boolean runsMarker;

    void addMarker(Timeline.Watch marker) {
        if (markers == null) {
            markers = new ArrayDeque<>(2);
        }
        markers.add(marker);
    }

    void add(Timeline.Watch watch) {
        if (watches == null) {
            watches = new PriorityQueue<>(2, ORDER);
        }
        watch.ticket = tickets++;
        watches.add(watch);
    }

    void remove(Timeline.Watch watch) {
        if (watches != null) {
            watches.remove(watch);
        }
    }

    /** The target of the first marker that has not run to its end; {@link #NONE} if there is none. */
    long firstMarker() {
        return markers == null || markers.isEmpty() ? NONE : markers.element().target();
    }

    /** The target of what is next; {@link #NONE} if nothing is. */
    long firstTarget() {
        return Math.min(
                firstMarker(),
                watches == null || watches.isEmpty() ? NONE : watches.element().target());
    }

    /** Whether a thread runs one of them at this moment, and will look again. */
    boolean isFiring() {
        return firing;
    }

    /** Whether that one is a marker. */
    boolean runsMarker() {
        return runsMarker;
    }

    /** Gives what is next, which there must be, to the calling thread to run. A watch is no longer here then. */
    Timeline.Watch begin() {
        firing = true;
        runsMarker = firstMarker() == firstTarget();
        return runsMarker
                ? Objects.requireNonNull(markers).element()
                : Objects.requireNonNull(watches).remove();
    }

    /** What the calling thread was given, if anything, has run: a marker does not hold up anybody any more. */
    void finish() {
        if (runsMarker) {
            Objects.requireNonNull(markers).remove();
        }
        firing = false;
        runsMarker = false;
    }

    boolean any(Predicate<Timeline.Watch> which) {
        return (markers != null && markers.stream().anyMatch(which))
                || (watches != null && watches.stream().anyMatch(which));
    }
}
