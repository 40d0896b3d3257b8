package io.headrace.topology;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the kernel knows of the GPUs of a machine and does not show: where they sit, and how they are divided. It
 * comes from a driver that can ask, from a simulator that decides, or from a user who knows; nobody guesses it.
 *
 * @param physicalNodes how many GPUs are linked by xGMI, however many nodes each is divided into; 0 if unknown
 * @param sockets what is known of a GPU's socket, by the node's id
 */
public record SocketInfo(int physicalNodes, Map<Integer, Socket> sockets) {

    /**
     * The place of a GPU.
     *
     * @param number the physical socket, from 0
     * @param partitioned whether the GPU is divided, so that it is several nodes
     * @param virtualFunction whether the node is a part of the GPU that was given to a virtual machine
     * @param apu whether it is CPU and GPU in one
     * @param hasDies whether it is made of dies that have copy engines each (the kernel's AID mask)
     */
    public record Socket(int number, boolean partitioned, boolean virtualFunction, boolean apu, boolean hasDies) {

        public Socket {
            if (number < 0) {
                throw new IllegalArgumentException("a socket's number is not negative: number=" + number);
            }
        }

        /** The socket of an undivided GPU of a machine that is not virtual. */
        public static Socket whole(int number) {
            return new Socket(number, false, false, false, true);
        }
    }

    /** Nothing is known. */
    public static final SocketInfo UNKNOWN = new SocketInfo(0, Map.of());

    public SocketInfo {
        sockets = Map.copyOf(sockets);
    }

    /**
     * Undivided GPUs, one a socket.
     *
     * @param sockets the socket of each, by the node's id
     */
    public static SocketInfo wholeGpus(Map<Integer, Integer> sockets) {
        Map<Integer, Socket> whole = new TreeMap<>();
        sockets.forEach((node, number) -> whole.put(node, Socket.whole(number)));
        return new SocketInfo(whole.size(), whole);
    }

    /** What is known of a node's socket. */
    Optional<Socket> socket(int node) {
        return Optional.ofNullable(sockets.get(node));
    }
}
