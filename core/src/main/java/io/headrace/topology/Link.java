package io.headrace.topology;

import java.util.OptionalLong;

/**
 * A way from one node to another. The way back is a link of its own, or does not exist.
 *
 * @param from the node at which it starts
 * @param to another node, at which it ends
 * @param direct whether it goes from node to node; if not, it goes over other nodes (the kernel's {@code
 *     p2p_links})
 * @param values all that is known of it; {@link LinkField#NODE_FROM} and {@link LinkField#NODE_TO} are set to the
 *     two nodes
 */
public record Link(int from, int to, boolean direct, Values<LinkField> values) {

    public Link {
        if (from < 0 || to < 0 || from == to) {
            throw new IllegalArgumentException("a link needs two nodes: from=" + from + " to=" + to);
        }
        values = values.with(LinkField.NODE_FROM, from).with(LinkField.NODE_TO, to);
    }

    /** The kind of link. */
    public LinkType type() {
        return LinkType.of(values.get(LinkField.TYPE));
    }

    /**
     * The copy engines that the kernel recommends, a bit each; empty if it says nothing or has no recommendation
     * (0).
     */
    public OptionalLong recommendedEngines() {
        return values.isSet(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK)
                ? values.get(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK)
                : OptionalLong.empty();
    }
}
