package io.headrace.copy;

import io.headrace.spi.EngineInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Lanes by direction and peer. Of the engines of a link the first half is for one direction and the second for the other, so
 * that opposite directions meet in one queue only where there is one engine. Where engines suit the link to a peer, copies to it are
 * theirs, and copies from it are for others.
 */
final class LaneWays {

    private final DeviceLanes device;
    private final CopyPolicy policy;
    private final List<Integer> in;
    private final List<Integer> out;
    private final List<Integer> peerIn;
    private final List<Integer> peerOut;
    private final List<Integer> peers;

    LaneWays(DeviceLanes device, CopyPolicy policy) {
        this.device = device;
        this.policy = policy;
        List<Integer> host = indices(EngineInfo.Kind.HOST_LINK);
        this.in = half(host, false);
        this.out = half(host, true);
        List<Integer> peer = indices(EngineInfo.Kind.PEER_LINK);
        // Without engines for peers those of the host link are the next best, in the direction that they are for.
        this.peerIn = peer.isEmpty() ? in : half(peer, false);
        this.peerOut = peer.isEmpty() ? out : half(peer, true);
        this.peers = List.copyOf(new TreeSet<>(device.reaches()));
    }

    DeviceLanes device() {
        return device;
    }

    private List<Integer> indices(EngineInfo.Kind kind) {
        return device.engines().stream()
                .filter(engine -> engine.kind() == kind)
                .map(EngineInfo::index)
                .sorted()
                .toList();
    }

    private static List<Integer> half(List<Integer> all, boolean upper) {
        int lower = (all.size() + 1) / 2;
        return all.size() < 2 ? all : upper ? all.subList(lower, all.size()) : all.subList(0, lower);
    }

    /** From the host to the device, or the other way. */
    CopyWay host(boolean inbound) {
        String why = inbound ? "the lane from the host" : "the lane to the host";
        return way(
                inbound ? CopyRouter.HOST : device.id(),
                inbound ? device.id() : CopyRouter.HOST,
                inbound ? in : out,
                inbound ? out : in,
                0,
                why);
    }

    /** To a device that this one reaches, or from it; driven by this one. */
    CopyWay peer(int peer, boolean inbound) {
        String why = (inbound ? "the lane from device=" : "the lane to device=") + peer;
        List<Integer> suited = suited(peer);
        if (suited.isEmpty()) {
            return peer(peer, inbound, inbound ? peerIn : peerOut, inbound ? peerOut : peerIn, why);
        }
        // Never an engine of another kind than those that suit.
        boolean ofHostLink = in.contains(suited.getFirst()) || out.contains(suited.getFirst());
        List<Integer> ins = ofHostLink ? in : peerIn;
        List<Integer> outs = ofHostLink ? out : peerOut;
        if (inbound) {
            return peer(peer, true, preferred(ins, engine -> !suited.contains(engine)), outs, why);
        }
        List<Integer> others = Stream.concat(outs.stream(), ins.stream()).toList();
        return peer(peer, false, preferred(suited, outs::contains), others, why + ", which suits the link");
    }

    private CopyWay peer(int peer, boolean inbound, List<Integer> own, List<Integer> others, String why) {
        int from = inbound ? peer : device.id();
        int to = inbound ? device.id() : peer;
        return way(from, to, own, others, peers.indexOf(peer), why);
    }

    /** The engines that suit copies to a peer, of those that may be used. */
    private List<Integer> suited(int peer) {
        return device.suited().getOrDefault(peer, List.of()).stream()
                .filter(index -> device.engines().stream().anyMatch(engine -> engine.index() == index))
                .sorted()
                .toList();
    }

    /** Those that are as they should be; all if none is. */
    private static List<Integer> preferred(List<Integer> engines, Predicate<Integer> better) {
        List<Integer> found = engines.stream().filter(better).toList();
        return found.isEmpty() ? engines : found;
    }

    private CopyWay way(int from, int to, List<Integer> own, List<Integer> others, int turn, String why) {
        CopyUnit unit = own.isEmpty()
                ? new CopyUnit.OwnQueue("the device has no copy engine for it")
                : new CopyUnit.OnLanes(spread(own, others, turn), 1, why);
        return CopyWay.Direct.of(policy, from, to, device.id(), unit);
    }

    /** The lane whose turn it is, and those among which it may share a copy. */
    private List<Integer> spread(List<Integer> own, List<Integer> others, int turn) {
        int first = own.get(turn % own.size());
        if (policy.splitBytes() == 0) {
            return List.of(first);
        }
        List<Integer> spread = new ArrayList<>(List.of(first));
        Set<Integer> known = new HashSet<>(spread);
        own.stream().filter(known::add).forEach(spread::add);
        if (own.size() == 1 && policy.splitSingle()) {
            others.stream().filter(known::add).forEach(spread::add);
        }
        return spread;
    }
}
