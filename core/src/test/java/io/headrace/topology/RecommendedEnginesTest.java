package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecommendedEnginesTest {

    private static final long WHOLE_XGMI_OF_2_AND_14 = 0xfffc;

    private static RecommendedEngines of(Topology topology) {
        return RecommendedEngines.of(topology, SocketInfo.UNKNOWN, List.of());
    }

    private static Recommendation between(RecommendedEngines engines, int from, int to) {
        return engines.between(from, to).orElseThrow();
    }

    private static RecommendedEngines eight(int pcie, int xgmi, SocketInfo sockets, Integer... excluded) {
        return RecommendedEngines.of(Machines.eightGpus(pcie, xgmi), sockets, List.of(excluded));
    }

    private static RecommendedEngines read(LinkType type, long mask, Integer... excluded) {
        return RecommendedEngines.of(
                Machines.pair(Machines.gpu(1, 2, 14), Machines.link(1, 2, type, mask)),
                SocketInfo.UNKNOWN,
                List.of(excluded));
    }

    // E31
    @Test
    void theTableNamesAnEngineForEachDirection() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets());
        assertThat(between(engines, 2, 4).engines()).isEqualTo(1L << 12);
        assertThat(between(engines, 4, 2).engines()).isEqualTo(1L << 10);
        assertThat(between(engines, 2, 4).reason()).isEqualTo(Recommendation.Reason.TABLE);
        assertThat(between(engines, 2, 4).node()).isEqualTo(2);
        assertThat(between(engines, 4, 2).node()).isEqualTo(4);
    }

    // E31
    @Test
    void eachGpuHasAnotherEngineForEachOfItsPeers() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets());
        Set<Long> all = Set.of(0x4L, 0x10L, 0x40L, 0x100L, 0x400L, 0x1000L, 0x4000L);
        for (int from = 2; from < 10; from++) {
            Set<Long> masks = new HashSet<>();
            for (int to = 2; to < 10; to++) {
                if (from != to) {
                    masks.add(between(engines, from, to).preferred());
                }
            }
            assertThat(masks).isEqualTo(all);
        }
    }

    @Test
    void onlyFourPairsHaveAnotherEngineForTheWayBack() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets());
        Set<String> pairs = new HashSet<>();
        for (int from = 2; from < 10; from++) {
            for (int to = from + 1; to < 10; to++) {
                if (between(engines, from, to).engines()
                        != between(engines, to, from).engines()) {
                    pairs.add((from - 2) + "," + (to - 2));
                }
            }
        }
        assertThat(pairs).containsExactlyInAnyOrder("0,2", "1,3", "2,3", "4,5");
    }

    // E32
    @ParameterizedTest
    @CsvSource({"5, 0xfc", "6, 0x4", "3, 0x80", "4, 0x40", "7, 0x10", "8, 0x20", "9, 0x8"})
    void withSixEnginesTheTablesNumbersAreHalvedAndAPcieIdMeansTheWholeClass(int to, String mask) {
        RecommendedEngines engines = eight(2, 6, Machines.eightSockets());
        assertThat(between(engines, 2, to).engines()).isEqualTo(Long.decode(mask));
    }

    // E33
    @Test
    void withFewerThanSixEnginesTheTableMeansNothing() {
        RecommendedEngines engines = eight(2, 3, Machines.eightSockets());
        assertThat(between(engines, 2, 4).engines()).isEqualTo(0x1c);
        assertThat(between(engines, 2, 4).detail()).contains("fewer than 6");
    }

    private static SocketInfo changed(UnaryOperator<SocketInfo.Socket> change) {
        Map<Integer, SocketInfo.Socket> sockets =
                new HashMap<>(Machines.eightSockets().sockets());
        sockets.computeIfPresent(2, (node, socket) -> change.apply(socket));
        return new SocketInfo(8, sockets);
    }

    private static void wholeClass(RecommendedEngines engines, String why) {
        Recommendation one = between(engines, 2, 4);
        assertThat(one.engines()).isEqualTo(WHOLE_XGMI_OF_2_AND_14);
        assertThat(one.reason()).isEqualTo(Recommendation.Reason.WHOLE_CLASS);
        assertThat(one.detail()).contains(why);
        assertThat(one.preferred()).isZero();
    }

    // E33
    @Test
    void aVirtualFunctionGetsTheWholeClass() {
        wholeClass(
                eight(2, 14, changed(s -> new SocketInfo.Socket(s.number(), false, true, false, true))),
                "virtual function");
    }

    // E33
    @Test
    void aDividedGpuGetsTheWholeClass() {
        wholeClass(eight(2, 14, changed(s -> new SocketInfo.Socket(s.number(), true, false, false, true))), "divided");
    }

    // E33
    @Test
    void anApuGetsTheWholeClass() {
        wholeClass(eight(2, 14, changed(s -> new SocketInfo.Socket(s.number(), false, false, true, true))), "APU");
    }

    @Test
    void aGpuOfOneDieGetsTheWholeClass() {
        wholeClass(
                eight(2, 14, changed(s -> new SocketInfo.Socket(s.number(), false, false, false, false))), "one die");
    }

    // E33
    @Test
    void sevenGpusGetTheWholeClass() {
        wholeClass(eight(2, 14, new SocketInfo(7, Machines.eightSockets().sockets())), "GPUs=7");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 1_000_000})
    void socketsThatTheTableDoesNotHaveGetTheWholeClass(int number) {
        wholeClass(eight(2, 14, changed(s -> SocketInfo.Socket.whole(number))), "sockets=" + number);
    }

    @Test
    void withoutSocketsNobodyGuesses() {
        wholeClass(eight(2, 14, SocketInfo.UNKNOWN), "the sockets are unknown");
    }

    // E33
    @Test
    void aCpuAtOneEndMeansThePcieEnginesOfTheGpuWhicheverEndItIs() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets());
        assertThat(between(engines, 2, 0).engines()).isEqualTo(3);
        assertThat(between(engines, 0, 2).engines()).isEqualTo(3);
        assertThat(between(engines, 0, 2).node()).isEqualTo(2);
        assertThat(engines.forHost(2)).hasValue(between(engines, 2, 0));
    }

    @Test
    void alsoWhereTheCpuIsLinkedByXgmi() {
        Topology topology = Topology.of(
                List.of(Machines.cpu(0), Machines.gpu(1, 2, 3)), List.of(Machines.link(1, 0, LinkType.XGMI)));
        assertThat(between(of(topology), 1, 0).engines()).isEqualTo(3);
    }

    @Test
    void aGpuWithoutALinkToACpuCopiesToItsHostByItsPcieEngines() {
        Topology topology = Topology.of(List.of(Machines.cpu(0), Machines.gpu(1, 2, 14)), List.of());
        assertThat(of(topology).forHost(1).orElseThrow().engines()).isEqualTo(3);
        assertThat(of(topology).forHost(0)).isEmpty();
    }

    @Test
    void theNearestCpusLinkCountsForTheHost() {
        Link far = Machines.link(1, 0, LinkType.PCIE, 1);
        Link near = Machines.link(1, 3, LinkType.PCIE, 2);
        Topology topology = Topology.of(
                List.of(Machines.cpu(0), Machines.gpu(1, 2, 14), Machines.cpu(3)),
                List.of(far, new Link(1, 3, true, near.values().with(LinkField.WEIGHT, 10))));
        assertThat(of(topology).forHost(1).orElseThrow().engines()).isEqualTo(2);
    }

    @Test
    void linksBetweenCpusHaveNoEngine() {
        Topology topology = Topology.of(
                List.of(Machines.cpu(0), Machines.cpu(1)), List.of(Machines.link(0, 1, LinkType.HYPERTRANSPORT, 0)));
        assertThat(of(topology).between(0, 1)).isEmpty();
    }

    @Test
    void aMaskThatWasReadWinsOverTheTable() {
        Topology topology = Machines.eightGpus(2, 14);
        Link link = Machines.link(2, 4, LinkType.XGMI, 0x20);
        List<Link> links = new ArrayList<>(topology.links());
        links.removeIf(other -> other.from() == 2 && other.to() == 4);
        links.add(link);
        RecommendedEngines engines =
                RecommendedEngines.of(Topology.of(topology.nodes(), links), Machines.eightSockets(), List.of());
        assertThat(between(engines, 2, 4).engines()).isEqualTo(0x20);
        assertThat(between(engines, 2, 4).reason()).isEqualTo(Recommendation.Reason.FILE);
        assertThat(between(engines, 4, 2).reason()).isEqualTo(Recommendation.Reason.TABLE);
    }

    // E45
    @Test
    void aMaskOfSeveralEnginesIsKeptAndNoneIsPreferred() {
        Recommendation several = between(read(LinkType.XGMI, 0xfc), 1, 2);
        assertThat(several.ids()).containsExactly(2, 3, 4, 5, 6, 7);
        assertThat(several.preferred()).isZero();
    }

    @Test
    void aMaskOfZeroRecommendsNothing() {
        Recommendation zero = between(read(LinkType.XGMI, 0), 1, 2);
        assertThat(zero.engines()).isEqualTo(WHOLE_XGMI_OF_2_AND_14);
        assertThat(zero.detail()).contains("mask 0", "any engine of class xGMI");
    }

    @Test
    void enginesThatAreNotThereAreDroppedFromAMask() {
        RecommendedEngines engines = read(LinkType.XGMI, 0x1_0004L | Long.MIN_VALUE);
        assertThat(between(engines, 1, 2).engines()).isEqualTo(4);
        assertThat(engines.warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.toString()).startsWith("node 1: ").contains("ids=16,63", "engines=16"));
    }

    @Test
    void enginesThatAreExcludedAreDroppedFromAMask() {
        RecommendedEngines engines = read(LinkType.XGMI, 0x14, 4, 60);
        assertThat(between(engines, 1, 2).engines()).isEqualTo(4);
        assertThat(engines.warnings())
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.text()).contains("excluded", "ids=4", "HEADRACE_EXCLUDED_ENGINES=4,60"));
    }

    @Test
    void aMaskOfWhichNothingIsLeftMeansAnyOtherEngineOfTheClassAndNeverOneOutsideIt() {
        Recommendation rest = between(read(LinkType.XGMI, 0x4, 2), 1, 2);
        assertThat(rest.engines()).isEqualTo(WHOLE_XGMI_OF_2_AND_14 & ~4);
        assertThat(rest.reason()).isEqualTo(Recommendation.Reason.WHOLE_CLASS);
    }

    @Test
    void aClassOfWhichNothingIsLeftMeansNoEngine() {
        Integer[] all = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        Recommendation none = between(read(LinkType.XGMI, 0x4, all), 1, 2);
        assertThat(none.engines()).isZero();
        assertThat(none.reason()).isEqualTo(Recommendation.Reason.NONE);
    }

    @Test
    void theTablesEngineIsNotUsedIfItIsExcluded() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets(), 12);
        assertThat(between(engines, 2, 4).engines()).isEqualTo(WHOLE_XGMI_OF_2_AND_14 & ~(1L << 12));
        assertThat(engines.warnings()).hasSize(8);
    }

    @Test
    void xgmiLinksOfAGpuWithoutXgmiEnginesAreServedByItsPcieEngines() {
        Topology topology = Machines.pair(Machines.gpu(1, 3, 0), Machines.link(1, 2, LinkType.XGMI));
        assertThat(between(of(topology), 1, 2).engines()).isEqualTo(7);
    }

    @Test
    void pcieLinksBetweenGpusAreServedByThePcieEngines() {
        Topology topology = Machines.pair(Machines.gpu(1, 2, 3), Machines.link(1, 2, LinkType.PCIE));
        assertThat(between(of(topology), 1, 2).engines()).isEqualTo(3);
    }

    @Test
    void ofAnUnknownKindOfLinkNothingIsSaid() {
        Topology topology = Machines.pair(Machines.gpu(1, 2, 3), new Link(1, 2, true, Values.unknown(LinkField.class)));
        assertThat(between(of(topology), 1, 2).reason()).isEqualTo(Recommendation.Reason.UNKNOWN);
    }

    @Test
    void ofAGpuWhoseEnginesAreUnknownNothingIsSaidWhateverTheMask() {
        Node node = Machines.gpu(1, 2, 14);
        Node unknown = Machines.with(node, node.values().without(NodeField.NUM_SDMA_ENGINES));
        Recommendation one = between(of(Machines.pair(unknown, Machines.link(1, 2, LinkType.XGMI, 4))), 1, 2);
        assertThat(one.reason()).isEqualTo(Recommendation.Reason.UNKNOWN);
        assertThat(one.engines()).isZero();
    }

    @Test
    void aGpuThatCannotBeUsedDrivesNoCopyAndGetsNone() {
        Node node = Machines.gpu(1, 2, 14);
        Node dead = new Node(1, OptionalLong.of(0), node.name(), node.values(), node.memoryBanks(), node.caches());
        Topology topology = Topology.of(
                List.of(Machines.cpu(0), dead, Machines.gpu(2, 2, 14)),
                List.of(
                        Machines.link(1, 2, LinkType.XGMI, 4),
                        Machines.link(2, 1, LinkType.XGMI, 4),
                        Machines.link(0, 1, LinkType.PCIE, 3)));
        RecommendedEngines engines = of(topology);
        assertThat(topology.links())
                .allSatisfy(link -> assertThat(engines.of(link)).isEmpty());
        assertThat(engines.forHost(1)).isEmpty();
    }

    @Test
    void aNodeHasNoLinkToItself() {
        assertThat(eight(2, 14, Machines.eightSockets()).between(2, 2)).isEmpty();
        assertThatThrownBy(() -> Machines.link(2, 2, LinkType.XGMI)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linksOverOtherNodesGetNoEngineFromTheTable() {
        Link peer = new Link(2, 4, false, Machines.link(2, 4, LinkType.XGMI).values());
        RecommendedEngines engines = RecommendedEngines.of(
                Topology.of(Machines.eightGpus(2, 14).nodes(), List.of(peer)), Machines.eightSockets(), List.of());
        assertThat(between(engines, 2, 4).reason()).isEqualTo(Recommendation.Reason.WHOLE_CLASS);
    }

    @Test
    void theEnginesThatNoLinkRecommendsAreKnown() {
        RecommendedEngines engines = eight(2, 14, Machines.eightSockets(), 3);
        assertThat(Engines.ids(engines.unrecommended(2))).containsExactly(5, 7, 9, 11, 13, 15);
        assertThat(engines.unrecommended(0)).isZero();
        assertThat(eight(2, 14, SocketInfo.UNKNOWN).unrecommended(2)).isZero();
    }

    @Test
    void sixtyFourEnginesFitAMask() {
        Engines all = new Engines(1, 63);
        assertThat(all.mask()).isEqualTo(-1);
        assertThat(all.mask(EngineClass.XGMI)).isEqualTo(-2);
        assertThat(new Engines(64, 0).mask(EngineClass.XGMI)).isZero();
        assertThat(new Engines(0, 64).mask(EngineClass.XGMI)).isEqualTo(-1);
        assertThatThrownBy(() -> new Engines(64, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
