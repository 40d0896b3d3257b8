package io.headrace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams that hold steps, so that the end of the runtime finds them. They are linked to each other, which costs no memory
 * but the links; several lists, so that threads seldom meet. Safe for use from any thread; calls hold a lock for a moment.
 */
final class Holders {

    /** A member of a list. Its links belong to the list. */
    abstract static class Link {
        private @Nullable Link before;
        private @Nullable Link behind;

        /** The stream. */
        abstract StreamOrder order();
    }

    private static final int LISTS = 16;

    private final Chain[] chains = new Chain[LISTS];

    Holders() {
        for (int i = 0; i < LISTS; i++) {
            chains[i] = new Chain();
        }
    }

    /** Takes a link in. It must not be in already. */
    void add(Link link) {
        chain(link).add(link);
    }

    /** Takes out a link that is in. */
    void remove(Link link) {
        chain(link).remove(link);
    }

    boolean isEmpty() {
        for (Chain chain : chains) {
            if (!chain.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** All streams that are in at some moment of the call. */
    List<StreamOrder> orders() {
        List<StreamOrder> orders = new ArrayList<>();
        for (Chain chain : chains) {
            chain.addTo(orders);
        }
        return orders;
    }

    private Chain chain(Link link) {
        return chains[(int) (link.order().id() % LISTS)];
    }

    /** One list. */
    private static final class Chain {

        private @Nullable Link first;

        synchronized void add(Link link) {
            link.behind = first;
            if (first != null) {
                first.before = link;
            }
            first = link;
        }

        synchronized void remove(Link link) {
            Link before = link.before;
            Link behind = link.behind;
            if (before == null) {
                first = behind;
            } else {
                before.behind = behind;
            }
            if (behind != null) {
                behind.before = before;
            }
            link.before = null;
            link.behind = null;
        }

        synchronized boolean isEmpty() {
            return first == null;
        }

        synchronized void addTo(List<StreamOrder> orders) {
            for (Link link = first; link != null; link = link.behind) {
                orders.add(link.order());
            }
        }
    }
}
