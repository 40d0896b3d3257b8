package io.headrace.cli.topo;

import io.headrace.topology.Node;
import io.headrace.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Where an undivided GPU sits, as the user says.
 *
 * @param node the GPU's node
 * @param socket the socket, from 0
 */
record SocketPlace(int node, int socket) {

    /** Reads {@code NODE=SOCKET}. */
    static final class Converter implements ITypeConverter<SocketPlace> {

        private Converter() {}

        @Override
        public SocketPlace convert(String value) {
            int sign = value.indexOf('=');
            try {
                return new SocketPlace(
                        Integer.parseInt(value.substring(0, Math.max(0, sign)).strip()),
                        Integer.parseInt(value.substring(sign + 1).strip()));
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + value + "' is not NODE=SOCKET, two numbers");
            }
        }
    }

    /** The sockets by node; refuses what is negative, a node that is named twice, and two GPUs in one socket. */
    static Map<Integer, Integer> byNode(List<SocketPlace> places, CommandLine line) {
        Map<Integer, Integer> sockets = new TreeMap<>();
        Set<Integer> taken = new HashSet<>();
        for (SocketPlace place : places) {
            if (place.socket < 0) {
                throw new ParameterException(line, "--sockets: a socket is not negative: " + place.text());
            }
            if (sockets.put(place.node, place.socket) != null) {
                throw new ParameterException(line, "--sockets: a node is named twice: node=" + place.node);
            }
            if (!taken.add(place.socket)) {
                throw new ParameterException(
                        line, "--sockets: an undivided GPU has its socket for itself: socket=" + place.socket);
            }
        }
        return sockets;
    }

    /** Refuses nodes that are no GPUs of a machine. */
    static void requireGpus(Map<Integer, Integer> sockets, Topology topology, CommandLine line) {
        List<Integer> gpus =
                topology.nodes().stream().filter(Node::hasGpu).map(Node::id).toList();
        for (int node : sockets.keySet()) {
            if (!gpus.contains(node)) {
                throw new ParameterException(
                        line,
                        "--sockets: the machine has no such GPU: node=" + node + "; its GPUs: "
                                + (gpus.isEmpty() ? "none" : Ranges.of(gpus)));
            }
        }
    }

    private String text() {
        return node + "=" + socket;
    }
}
