package io.headrace.kernel;

/** What a {@link Group} does with each of its items in a phase, in 3 dimensions. */
@FunctionalInterface
public interface Phase3D {

    /**
     * Computes one item.
     *
     * @param x the index in the group's first dimension, from 0; neighbours in x run one after the other
     * @param y the index in the group's second dimension, from 0
     * @param z the index in the group's third dimension, from 0
     */
    void run(int x, int y, int z);
}
