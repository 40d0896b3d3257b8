package io.headrace.stress.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The pool's policies, told one step after the other. */
public abstract class PoolModel {

    private static final int LIMIT = 3;

    final int[] users = new int[LIMIT];
    final boolean[] exists = {true, false, false};
    private final Map<Integer, Deque<Integer>> bound = new HashMap<>();

    abstract int choose();

    public int bind(int me) {
        int slot = choose();
        exists[slot] = true;
        users[slot]++;
        bound.computeIfAbsent(me, ignored -> new ArrayDeque<>()).push(slot);
        return slot;
    }

    public int unbind(int me) {
        Integer slot = bound.computeIfAbsent(me, ignored -> new ArrayDeque<>()).poll();
        if (slot == null) {
            return -1;
        }
        users[slot]--;
        return slot;
    }

    /** The lowest idle queue; else the lowest that does not exist; else the one with the fewest users. */
    public static final class BusyTracking extends PoolModel {

        /** As the pool begins. */
        public BusyTracking() {}

        @Override
        int choose() {
            int best = 0;
            for (int slot = LIMIT - 1; slot >= 0; slot--) {
                best = rank(slot) <= rank(best) ? slot : best;
            }
            return best;
        }

        private int rank(int slot) {
            return users[slot] > 0 ? users[slot] : exists[slot] ? -1 : 0;
        }
    }

    /** One after the other. */
    public static final class RoundRobin extends PoolModel {

        private int next;

        /** As the pool begins. */
        public RoundRobin() {}

        @Override
        int choose() {
            return next++ % LIMIT;
        }
    }
}
