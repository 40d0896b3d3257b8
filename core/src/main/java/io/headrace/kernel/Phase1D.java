package io.headrace.kernel;

/** What a {@link Group} does with each of its items in a phase, in 1 dimension. */
@FunctionalInterface
public interface Phase1D {

    /**
     * Computes one item.
     *
     * @param x the index in the group's first dimension, from 0
     */
    void run(int x);
}
