package io.headrace.sim.copy;

import java.util.ArrayList;
import java.util.List;

/** Who copies to whom. Copies are enqueued in the order of the pairs. */
public enum Pattern {
    /** Each GPU to each other one. */
    ALL_TO_ALL("all-to-all"),
    /** Each GPU to the next one, the last to the first. */
    RING("ring"),
    /** The first two GPUs to each other, the next two to each other, and so on; one that is left over does nothing. */
    PAIRS("pairs");

    private final String shown;

    Pattern(String shown) {
        this.shown = shown;
    }

    /**
     * The copies.
     *
     * @param gpus the ids of nodes, in their order
     */
    public List<Pair> copies(List<Integer> gpus) {
        List<Pair> pairs = new ArrayList<>();
        int count = gpus.size();
        for (int i = 0; i < count; i++) {
            int from = gpus.get(i);
            switch (this) {
                case ALL_TO_ALL -> gpus.stream().filter(to -> to != from).forEach(to -> pairs.add(new Pair(from, to)));
                case RING -> add(pairs, from, gpus.get((i + 1) % count));
                case PAIRS -> add(pairs, from, gpus.get((i ^ 1) < count ? i ^ 1 : i));
            }
        }
        return pairs;
    }

    private static void add(List<Pair> pairs, int from, int to) {
        if (from != to) {
            pairs.add(new Pair(from, to));
        }
    }

    /** The pattern as people write it, for instance {@code all-to-all}. */
    @Override
    public String toString() {
        return shown;
    }
}
