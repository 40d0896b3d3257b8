package io.headrace.copy;

import io.headrace.topology.Node;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides how copies go: which way, by whose engines, in how many parts, or in the stream's own queue. It knows what is there
 * and nothing of what is going on, so it has no threads and no time, and may be used by anything that moves bytes: a
 * runtime, or a simulation. Immutable.
 */
public final class CopyRouter {

    /** The place that is the host's memory, whichever node's. */
    public static final int HOST = -1;

    private record Key(int driver, int from, int to) {}

    /** Whoever drives it. */
    private static final int ANYBODY = -2;

    private final Map<Key, CopyWay> ways;

    private CopyRouter(Map<Key, CopyWay> ways) {
        this.ways = Map.copyOf(ways);
    }

    /**
     * A router over the nodes of a topology, whose copy engines have names. CPU nodes are places of the host.
     *
     * @param recommended which engines suit which link
     * @param setups the engines of each node that has any
     */
    public static CopyRouter ofTopology(
            Topology topology, RecommendedEngines recommended, Collection<EngineSetup> setups, CopyPolicy policy) {
        EngineWays engines = new EngineWays(topology, recommended, setups, policy);
        List<Integer> places =
                new ArrayList<>(topology.nodes().stream().map(Node::id).toList());
        places.add(HOST);
        Map<Key, CopyWay> ways = new HashMap<>();
        for (int from : places) {
            for (int to : places) {
                engines.way(from, to).ifPresent(way -> ways.put(new Key(ANYBODY, from, to), way));
            }
        }
        return new CopyRouter(ways);
    }

    /** A router over devices whose engines have no names. */
    public static CopyRouter ofLanes(Collection<DeviceLanes> devices, CopyPolicy policy) {
        List<LaneWays> lanes =
                devices.stream().map(device -> new LaneWays(device, policy)).toList();
        Map<Key, CopyWay> ways = new HashMap<>();
        ways.put(new Key(ANYBODY, HOST, HOST), CopyWay.local(HOST));
        for (LaneWays own : lanes) {
            int id = own.device().id();
            ways.put(new Key(ANYBODY, id, id), CopyWay.local(id));
            ways.put(new Key(ANYBODY, HOST, id), own.host(true));
            ways.put(new Key(ANYBODY, id, HOST), own.host(false));
            lanes.stream().filter(other -> other != own).forEach(other -> between(own, other, ways));
        }
        return new CopyRouter(ways);
    }

    private static void between(LaneWays source, LaneWays target, Map<Key, CopyWay> ways) {
        int from = source.device().id();
        int to = target.device().id();
        boolean pushes = source.device().reaches().contains(to);
        boolean pulls = target.device().reaches().contains(from);
        if (pushes) {
            ways.put(new Key(from, from, to), source.peer(to, false));
        }
        if (pulls) {
            ways.put(new Key(to, from, to), target.peer(from, true));
        }
        String why = "neither of device=" + from + " and device=" + to + " reaches the other";
        CopyWay staged = new CopyWay.Staged(source.host(false), target.host(true), why);
        ways.put(
                new Key(ANYBODY, from, to), pushes ? source.peer(to, false) : pulls ? target.peer(from, true) : staged);
    }

    /**
     * The route of a copy.
     *
     * @param from where it starts: a device's or node's id, or {@link #HOST}
     * @param to where it ends
     * @param bytes how many, 0 or more
     * @throws IllegalArgumentException if there is no such place, or no copy begins or ends there
     */
    public CopyRoute route(int from, int to, long bytes) {
        return way(from, to).route(bytes);
    }

    /** The routes of all copies from one place to another; the terms are those of {@link #route}. */
    public CopyWay way(int from, int to) {
        CopyWay way = ways.get(new Key(ANYBODY, from, to));
        if (way == null) {
            throw new IllegalArgumentException(
                    "no copy goes from there to there: from=" + place(from) + " to=" + place(to));
        }
        return way;
    }

    /**
     * The same, best so that one of the two devices drives the copy: where both can, the usual one is that at which it starts.
     */
    public CopyWay way(int driver, int from, int to) {
        CopyWay way = ways.get(new Key(driver, from, to));
        return way == null ? way(from, to) : way;
    }

    private static String place(int id) {
        return id == HOST ? "host" : Integer.toString(id);
    }
}
