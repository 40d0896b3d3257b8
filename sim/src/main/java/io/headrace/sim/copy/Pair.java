package io.headrace.sim.copy;

/**
 * Two nodes, in a direction.
 *
 * @param from where a copy or a link starts
 * @param to where it ends
 */
public record Pair(int from, int to) {

    /** For instance {@code 2->3}. */
    @Override
    public String toString() {
        return from + "->" + to;
    }
}
