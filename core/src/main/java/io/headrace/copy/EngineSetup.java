package io.headrace.copy;

import io.headrace.topology.Engines;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the copy engines of a node are.
 *
 * @param node the node's id
 * @param engines how many there are of each class
 * @param queuesPerEngine how many queues each has, from 1 to {@link #MOST_QUEUES}
 * @param reservedPerEngine how many of them are never given out, the first of each engine
 * @param excluded a bit for each engine that is never used, though it is there
 * @param byEngine whether queues of a chosen engine can be had: by KFD from interface 1.17 on ({@link
 *     #kfdHasQueuesByEngine})
 */
public record EngineSetup(
        int node, Engines engines, int queuesPerEngine, int reservedPerEngine, long excluded, boolean byEngine) {

    /** The most queues of an engine; KFD's have 8 at most. */
    public static final int MOST_QUEUES = 64;

    public EngineSetup {
        if (queuesPerEngine < 1 || queuesPerEngine > MOST_QUEUES) {
            throw new IllegalArgumentException("a copy engine has from 1 to " + MOST_QUEUES + " queues: node=" + node
                    + " queuesPerEngine=" + queuesPerEngine);
        }
        if (reservedPerEngine < 0 || reservedPerEngine > queuesPerEngine) {
            throw new IllegalArgumentException("an engine cannot reserve more queues than it has: node=" + node
                    + " queuesPerEngine=" + queuesPerEngine + " reservedPerEngine=" + reservedPerEngine);
        }
    }

    /** Engines of which nothing is reserved or excluded and which can be chosen. */
    public static EngineSetup of(int node, Engines engines, int queuesPerEngine) {
        return new EngineSetup(node, engines, queuesPerEngine, 0, 0, true);
    }

    /**
     * The engines of a node as its topology tells them; empty if it does not tell how many engines of each class it has, or how many
     * queues they have, or if it cannot be used.
     *
     * @param excluded ids of engines that are never used
     * @param byEngine whether queues of a chosen engine can be had
     */
    public static Optional<EngineSetup> of(Node node, Collection<Integer> excluded, boolean byEngine) {
        OptionalInt queues = node.values().count(NodeField.NUM_SDMA_QUEUES_PER_ENGINE);
        if (!node.isUsable() || queues.isEmpty() || queues.getAsInt() < 1 || queues.getAsInt() > MOST_QUEUES) {
            return Optional.empty();
        }
        return node.engines()
                .map(engines ->
                        new EngineSetup(node.id(), engines, queues.getAsInt(), 0, Engines.mask(excluded), byEngine));
    }

    /** Whether a version of KFD's interface knows queues of a chosen engine. */
    public static boolean kfdHasQueuesByEngine(int major, int minor) {
        return major > 1 || major == 1 && minor >= 17;
    }
}
