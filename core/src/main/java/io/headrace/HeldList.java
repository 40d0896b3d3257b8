package io.headrace;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Steps in the order in which they were held, linked to each other, so that a million streams that hold one each are small. */
abstract class HeldList extends Holders.Link implements Iterable<Step> {

    private @Nullable Step first;
    private @Nullable Step last;

    final boolean isEmpty() {
        return first == null;
    }

    /** The first one; there must be one. */
    final Step first() {
        Step head = first;
        if (head == null) {
            throw new NoSuchElementException("the stream holds nothing");
        }
        return head;
    }

    /** The second one; {@code null} if there is none. */
    final @Nullable Step second() {
        Step head = first;
        return head == null ? null : head.behind();
    }

    final void append(Step step) {
        Step tail = last;
        if (tail == null) {
            first = step;
        } else {
            tail.behind(step);
        }
        last = step;
    }

    /** Takes the first one out. */
    final Step poll() {
        Step head = first();
        first = head.behind();
        if (first == null) {
            last = null;
        }
        head.behind(null);
        return head;
    }

    final void removeAll() {
        while (!isEmpty()) {
            poll();
        }
    }

    @Override
    public final Iterator<Step> iterator() {
        return new Iterator<>() {

            private @Nullable Step next = first;

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public Step next() {
                Step step = next;
                if (step == null) {
                    throw new NoSuchElementException();
                }
                next = step.behind();
                return step;
            }
        };
    }
}
