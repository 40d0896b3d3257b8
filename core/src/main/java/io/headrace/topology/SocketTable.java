package io.headrace.topology;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The kernel's table of copy engines for eight GPUs that are all linked with each other by xGMI: which engine of
 * the source suits the link to the destination. Each GPU has another engine for each of its peers.
 */
final class SocketTable {

    private static final int SOCKETS = 8;

    /** With fewer engines of class xGMI the table means nothing. */
    private static final int LEAST_XGMI = 6;

    /** With so many, the numbers in the table are ids of engines; with fewer, twice as much. */
    private static final int ALL_XGMI = 14;

    private static final List<List<Integer>> ENGINES = List.of(
            List.of(-1, 14, 12, 2, 4, 8, 10, 6),
            List.of(14, -1, 2, 10, 8, 4, 6, 12),
            List.of(10, 2, -1, 12, 14, 6, 4, 8),
            List.of(2, 12, 10, -1, 6, 14, 8, 4),
            List.of(4, 8, 14, 6, -1, 10, 12, 2),
            List.of(8, 4, 6, 14, 12, -1, 2, 10),
            List.of(10, 6, 4, 8, 12, 2, -1, 14),
            List.of(6, 12, 8, 4, 2, 10, 14, -1));

    private SocketTable() {}

    /**
     * The engine of the source socket for copies to another socket; empty if the table has none that is of class
     * xGMI. The table must fit.
     *
     * @param engines the source's
     */
    static OptionalInt engine(Engines engines, int from, int to) {
        int number = ENGINES.get(from).get(to);
        int id = engines.xgmi() >= ALL_XGMI ? number : number >> 1;
        return id < engines.first(EngineClass.XGMI) || id >= engines.count() ? OptionalInt.empty() : OptionalInt.of(id);
    }

    /**
     * Why the table does not fit a link; empty if it does.
     *
     * @param link between two GPUs
     * @param source the node at which the link starts
     * @param engines the source's
     */
    static Optional<String> objection(SocketInfo sockets, Link link, Node source, Engines engines) {
        Optional<SocketInfo.Socket> from = sockets.socket(link.from());
        Optional<SocketInfo.Socket> to = sockets.socket(link.to());
        if (from.isEmpty() || to.isEmpty()) {
            return Optional.of("the sockets are unknown");
        }
        return objection(from.get(), source)
                .or(() -> objection(from.get().number(), to.get().number()))
                .or(() -> need(sockets.physicalNodes() == SOCKETS, "GPUs=" + sockets.physicalNodes() + ", not 8"))
                .or(() -> need(engines.xgmi() >= LEAST_XGMI, "xGMI engines=" + engines.xgmi() + ", fewer than 6"))
                .map(why -> "the table of 8 sockets does not fit (" + why + ")");
    }

    private static Optional<String> objection(SocketInfo.Socket socket, Node source) {
        return need(!socket.virtualFunction(), "a virtual function")
                .or(() -> need(!socket.partitioned(), "a divided GPU"))
                .or(() -> need(!socket.apu() && source.kind() == NodeKind.GPU, "an APU"))
                .or(() -> need(socket.hasDies(), "a GPU of one die"));
    }

    private static Optional<String> objection(int from, int to) {
        return need(from != to && from < SOCKETS && to < SOCKETS, "sockets=" + from + "," + to);
    }

    private static Optional<String> need(boolean met, String otherwise) {
        return met ? Optional.empty() : Optional.of(otherwise);
    }
}
