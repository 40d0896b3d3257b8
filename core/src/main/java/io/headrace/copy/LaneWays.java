package io.headrace.copy;

import io.headrace.spi.EngineInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lanes by direction and peer. Of the engines of a link the first half is for one direction and the second for the other, so
 * that opposite directions meet in one queue only where there is one engine.
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
        return way(
                inbound ? peer : device.id(),
                inbound ? device.id() : peer,
                inbound ? peerIn : peerOut,
                inbound ? peerOut : peerIn,
                peers.indexOf(peer),
                why);
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
