package io.headrace.topology;

/**
 * What tells a link from all others of a machine.
 *
 * @param from the node at which it starts
 * @param to the node at which it ends
 * @param direct whether it goes from node to node
 */
record Ends(int from, int to, boolean direct) {

    static Ends of(Link link) {
        return new Ends(link.from(), link.to(), link.direct());
    }
}
