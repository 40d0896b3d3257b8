package io.headrace.sim.copy;

import io.headrace.spi.QueuePriority;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What runs the kernels of a device: so many at a time. Others stand in line, those from queues of higher priority in front, else first
 * come first served. Used by the clock's thread.
 */
final class Processors {

    private final ArrayDeque<Consumer<Place>> high = new ArrayDeque<>();
    private final ArrayDeque<Consumer<Place>> normal = new ArrayDeque<>();
    private final ArrayDeque<Consumer<Place>> low = new ArrayDeque<>();
    private int free;

    /** One kernel's place. */
    final class Place {

        private boolean given;

        private Place() {}

        /** Lets the next in line have it; giving it up again has no effect. */
        void giveUp() {
            if (!given) {
                given = true;
                free++;
                serve();
            }
        }
    }

    /**
     * @param places how many kernels run at a time
     */
    Processors(int places) {
        free = places;
    }

    /** Calls {@code begin} with a place, now or as soon as there is one. */
    void take(QueuePriority priority, Consumer<Place> begin) {
        line(priority).add(begin);
        serve();
    }

    private void serve() {
        while (free > 0) {
            Consumer<Place> next = next();
            if (next == null) {
                return;
            }
            free--;
            next.accept(new Place());
        }
    }

    private @Nullable Consumer<Place> next() {
        ArrayDeque<Consumer<Place>> first = high.isEmpty() ? normal.isEmpty() ? low : normal : high;
        return first.poll();
    }

    private ArrayDeque<Consumer<Place>> line(QueuePriority priority) {
        return switch (priority) {
            case HIGH -> high;
            case NORMAL -> normal;
            case LOW -> low;
        };
    }
}
