package io.headrace.sim.copy;

import io.headrace.copy.CopyRoute;
import java.util.List;

/**
 * How a copy went.
 *
 * @param ends from where to where
 * @param bytes how many
 * @param kind which kind of way it took
 * @param why why that way, in half a sentence
 * @param parts what engines did for it, in the order in which they ended
 */
public record CopyRecord(Pair ends, long bytes, CopyRoute.Kind kind, String why, List<Part> parts) {

    /**
     * What one engine did for a copy.
     *
     * @param leg which step of the way, from 0
     * @param node the node whose engine it was
     * @param engine the engine's id
     * @param far whether the engine is not recommended for that way
     * @param bytes how many
     * @param startedNanos when the engine began
     * @param endedNanos when the last byte had arrived
     */
    public record Part(int leg, int node, int engine, boolean far, long bytes, long startedNanos, long endedNanos) {}

    public CopyRecord {
        parts = List.copyOf(parts);
    }

    /** When the first engine began. */
    public long startedNanos() {
        return parts.stream().mapToLong(Part::startedNanos).min().orElse(0);
    }

    /** When all had arrived. */
    public long endedNanos() {
        return parts.stream().mapToLong(Part::endedNanos).max().orElse(0);
    }

    /** Whether an engine that is not recommended had to do with it. */
    public boolean isFar() {
        return parts.stream().anyMatch(Part::far);
    }
}
