package io.headrace.copy;

import static io.headrace.copy.CopyRouter.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.topology.Engines;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.LinkType;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.Recommendation;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.SocketInfo;
import io.headrace.topology.Topology;
import io.headrace.topology.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Routes over the nodes of a topology, whose engines have names. */
class EngineRoutesTest {

    private static final long BIG = 1L << 30;
    private static final long WHOLE_XGMI = 0xfc;

    private static Node cpu(int id) {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.CPU_CORES_COUNT, 16)
                .with(NodeField.SIMD_COUNT, 0);
        return new Node(id, OptionalLong.of(0), Optional.of(""), values, Optional.empty(), Optional.empty());
    }

    private static Node gpu(int id, long gpuId, int pcie, int xgmi) {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.CPU_CORES_COUNT, 0)
                .with(NodeField.SIMD_COUNT, 1216)
                .with(NodeField.NUM_SDMA_ENGINES, pcie)
                .with(NodeField.NUM_SDMA_XGMI_ENGINES, xgmi)
                .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8);
        return new Node(id, OptionalLong.of(gpuId), Optional.of("gpu"), values, Optional.empty(), Optional.empty());
    }

    private static Link link(int from, int to, LinkType type, long mask) {
        Values<LinkField> values = Values.unknown(LinkField.class)
                .with(LinkField.TYPE, type.code())
                .with(LinkField.WEIGHT, 15)
                .with(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK, mask);
        return new Link(from, to, true, values);
    }

    /** CPU 0; GPUs 1 and 2 with a link both ways, one engine recommended there and any back; GPU 3 alone; GPU 4 unusable. */
    private static Topology machine() {
        List<Link> links = new ArrayList<>();
        IntStream.of(1, 2, 3).forEach(gpu -> {
            links.add(link(gpu, 0, LinkType.PCIE, 3));
            links.add(link(0, gpu, LinkType.PCIE, 3));
        });
        links.add(link(1, 2, LinkType.XGMI, 1 << 5));
        links.add(link(2, 1, LinkType.XGMI, WHOLE_XGMI));
        return Topology.of(
                List.of(cpu(0), gpu(1, 11, 2, 6), gpu(2, 12, 2, 6), gpu(3, 13, 1, 0), gpu(4, 0, 2, 6)), links);
    }

    private static CopyRouter router(Topology topology, CopyPolicy policy, boolean byEngine, Integer... excluded) {
        List<EngineSetup> setups = topology.nodes().stream()
                .flatMap(node -> EngineSetup.of(node, List.of(excluded), byEngine).stream())
                .toList();
        RecommendedEngines recommended = RecommendedEngines.of(topology, SocketInfo.UNKNOWN, List.of(excluded));
        return CopyRouter.ofTopology(topology, recommended, setups, policy);
    }

    private static CopyRouter router(CopyPolicy policy) {
        return router(machine(), policy, true);
    }

    private static CopyUnit.OnEngines engines(CopyLeg leg) {
        assertThat(leg.unit()).isInstanceOf(CopyUnit.OnEngines.class);
        return (CopyUnit.OnEngines) leg.unit();
    }

    private static CopyUnit.OnEngines engines(CopyRouter router, int from, int to) {
        return engines(router.route(from, to, BIG).leg());
    }

    @Test
    void theGpuAtWhichALinkStartsDrivesTheCopyWithTheEnginesThatSuitThatDirection() {
        CopyRoute there = router(CopyPolicy.PLAIN).route(1, 2, BIG);
        assertThat(there.kind()).isEqualTo(CopyRoute.Kind.DIRECT);
        assertThat(there.leg().driver()).isEqualTo(1);
        assertThat(engines(there.leg()).wanted().engines()).isEqualTo(1 << 5);
        CopyRoute back = router(CopyPolicy.PLAIN).route(2, 1, BIG);
        assertThat(back.leg().driver()).isEqualTo(2);
        assertThat(engines(back.leg()).wanted().engines()).isEqualTo(WHOLE_XGMI);
    }

    @Test
    void theModeIsThatOfThePolicy() {
        assertThat(engines(router(CopyPolicy.PLAIN), 1, 2).mode()).isEqualTo(EngineMode.PREFER);
        assertThat(engines(router(CopyPolicy.PLAIN.withMode(EngineMode.FORCE)), 1, 2)
                        .mode())
                .isEqualTo(EngineMode.FORCE);
    }

    @Test
    void upAndDownUseDifferentPcieEnginesWhetherTheHostOrItsNodeIsNamed() {
        CopyRouter router = router(CopyPolicy.PLAIN);
        for (int host : new int[] {HOST, 0}) {
            assertThat(engines(router, host, 1).wanted().engines()).isEqualTo(1);
            assertThat(engines(router, 1, host).wanted().engines()).isEqualTo(2);
            assertThat(router.route(host, 1, BIG).leg().driver()).isEqualTo(1);
        }
    }

    @Test
    void aSinglePcieEngineServesBothDirections() {
        CopyRouter router = router(CopyPolicy.PLAIN);
        assertThat(engines(router, HOST, 3).wanted().engines()).isEqualTo(1);
        assertThat(engines(router, 3, HOST).wanted().engines()).isEqualTo(1);
    }

    @Test
    void whereTheMasksOfBothDirectionsOverlapEachKeepsWhatIsItsOwn() {
        Topology topology = Topology.of(
                List.of(cpu(0), gpu(1, 11, 3, 0)),
                List.of(link(0, 1, LinkType.PCIE, 0b011), link(1, 0, LinkType.PCIE, 0b010)));
        CopyRouter router = router(topology, CopyPolicy.PLAIN, true);
        assertThat(engines(router, 0, 1).wanted().engines()).isEqualTo(0b001);
        assertThat(engines(router, 1, 0).wanted().engines()).isEqualTo(0b010);
    }

    @Test
    void whereEnginesCannotBeChosenTheWholeClassIsLeft() {
        CopyRouter router = router(machine(), CopyPolicy.PLAIN.withSplit(1, true), false);
        assertThat(engines(router, HOST, 1).wanted().engines()).isEqualTo(3);
        assertThat(engines(router, 2, 1).parts()).isEqualTo(1);
    }

    @Test
    void anExcludedEngineIsNeitherWantedNorSplitOver() {
        CopyRouter router = router(machine(), CopyPolicy.PLAIN.withSplit(1, true), true, 1, 4, 5);
        assertThat(engines(router, 1, HOST).wanted().engines()).isEqualTo(1);
        assertThat(engines(router, 1, 2).wanted().engines()).isEqualTo(WHOLE_XGMI & ~0x30);
        assertThat(engines(router, 2, 1).spread()).isEqualTo(WHOLE_XGMI & ~0x30);
    }

    @Test
    void gpusWithoutALinkGoThroughTheHostWithTheirPcieEngines() {
        CopyRoute route = router(CopyPolicy.PLAIN).route(2, 3, BIG);
        assertThat(route.kind()).isEqualTo(CopyRoute.Kind.STAGED);
        assertThat(route.why()).isEqualTo("there is no link from node=2 to node=3");
        CopyLeg first = route.legs().getFirst();
        CopyLeg second = route.legs().getLast();
        assertThat(first.from()).isEqualTo(2);
        assertThat(first.to()).isEqualTo(HOST);
        assertThat(first.driver()).isEqualTo(2);
        assertThat(engines(first).wanted().engines()).isEqualTo(2);
        assertThat(second.from()).isEqualTo(HOST);
        assertThat(second.driver()).isEqualTo(3);
        assertThat(engines(second).wanted().engines()).isEqualTo(1);
    }

    @Test
    void aLinkWithoutAWayBackIsStagedOnTheWayBackOnly() {
        Topology topology =
                Topology.of(List.of(cpu(0), gpu(1, 11, 2, 6), gpu(2, 12, 2, 6)), List.of(link(1, 2, LinkType.XGMI, 4)));
        CopyRouter router = router(topology, CopyPolicy.PLAIN, true);
        assertThat(router.route(1, 2, BIG).kind()).isEqualTo(CopyRoute.Kind.DIRECT);
        assertThat(router.route(2, 1, BIG).kind()).isEqualTo(CopyRoute.Kind.STAGED);
    }

    @Test
    void withinANodeAndWithinTheHostACopyIsLocal() {
        CopyRouter router = router(CopyPolicy.PLAIN);
        assertThat(router.route(1, 1, BIG).kind()).isEqualTo(CopyRoute.Kind.LOCAL);
        assertThat(router.route(0, HOST, BIG).kind()).isEqualTo(CopyRoute.Kind.LOCAL);
        assertThat(router.route(HOST, HOST, BIG).kind()).isEqualTo(CopyRoute.Kind.LOCAL);
    }

    @Test
    void aNodeThatCannotBeUsedIsNoPlace() {
        assertThatThrownBy(() -> router(CopyPolicy.PLAIN).route(HOST, 4, BIG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no copy goes from there to there: from=host to=4");
    }

    @Test
    void aCopyIsSplitWhereSeveralEnginesSuitAndWhereOneDoesOnlyIfThatIsAskedFor() {
        CopyRouter some = router(CopyPolicy.PLAIN.withSplit(1 << 20, false));
        assertThat(engines(some, 2, 1).parts()).isEqualTo(6);
        assertThat(engines(some, 2, 1).spread()).isEqualTo(WHOLE_XGMI);
        assertThat(engines(some.route(2, 1, 3 << 20).leg()).parts()).isEqualTo(3);
        assertThat(engines(some.route(2, 1, (2 << 20) - 1).leg()).parts()).isEqualTo(1);
        assertThat(engines(some, 1, 2).parts()).isEqualTo(1);
        CopyRouter all = router(CopyPolicy.PLAIN.withSplit(1 << 20, true));
        assertThat(engines(all, 1, 2).parts()).isEqualTo(6);
        assertThat(engines(all, 1, 2).wanted().engines()).isEqualTo(1 << 5);
    }

    @Test
    void smallCopiesStayInTheStreamsOwnQueueOnEveryWay() {
        CopyRouter router = router(CopyPolicy.PLAIN.withOwnQueueBytes(100));
        for (int[] way : new int[][] {{HOST, 1}, {1, HOST}, {1, 2}, {2, 3}}) {
            assertThat(router.route(way[0], way[1], 99).legs())
                    .allMatch(leg -> leg.unit() instanceof CopyUnit.OwnQueue);
            assertThat(router.route(way[0], way[1], 100).legs())
                    .allMatch(leg -> leg.unit() instanceof CopyUnit.OnEngines);
        }
    }

    @Test
    void aLinkOfUnknownKindHasARouteOfWhichNoEngineIsKnown() {
        Link unknown = new Link(1, 2, true, Values.unknown(LinkField.class));
        Topology topology = Topology.of(List.of(cpu(0), gpu(1, 11, 2, 6), gpu(2, 12, 2, 6)), List.of(unknown));
        CopyUnit.OnEngines unit = engines(router(topology, CopyPolicy.PLAIN.withSplit(1, true), true), 1, 2);
        assertThat(unit.wanted().engines()).isZero();
        assertThat(unit.wanted().reason()).isEqualTo(Recommendation.Reason.UNKNOWN);
        assertThat(unit.parts()).isEqualTo(1);
    }

    // fault 60
    @Test
    void whereTheWholeClassSuitsAnEngineOfItIsTakenAndNeverTheHosts() {
        CopyEngines free = new CopyEngines(EngineSetup.of(2, new Engines(2, 6), 8));
        CopyUnit.OnEngines unit = engines(router(CopyPolicy.PLAIN), 2, 1);
        for (int i = 0; i < 48; i++) {
            CopyMeans means = new EnginePicker(free).pick(unit, false).getFirst();
            assertThat(means)
                    .isInstanceOfSatisfying(
                            CopyMeans.OnEngine.class,
                            one -> assertThat(one.queue().engine()).isBetween(2, 7));
        }
        assertThat(new EnginePicker(free).pick(unit, false).getFirst()).isInstanceOf(CopyMeans.ThroughHost.class);
    }

    // fault 62
    @Test
    void onAGpuOfOneEngineBothDirectionsGetThatOneWhateverIsAskedFor() {
        CopyRouter router = router(CopyPolicy.PLAIN.withSplit(1, true));
        for (int[] way : new int[][] {{HOST, 3}, {3, HOST}}) {
            assertThat(engines(router, way[0], way[1]).wanted().engines()).isEqualTo(1);
            assertThat(engines(router, way[0], way[1]).parts()).isEqualTo(1);
        }
    }

    // E45
    @Test
    void whereTheTableDiffersTheTwoDirectionsOfALinkGetDifferentEngines() {
        Topology topology = Topology.of(
                List.of(cpu(0), gpu(1, 11, 2, 14), gpu(2, 12, 2, 14)),
                List.of(link(1, 2, LinkType.XGMI, 1 << 12), link(2, 1, LinkType.XGMI, 1 << 10)));
        CopyRouter router = router(topology, CopyPolicy.PLAIN, true);
        assertThat(engines(router, 1, 2).wanted().preferred()).isEqualTo(1 << 12);
        assertThat(engines(router, 2, 1).wanted().preferred()).isEqualTo(1 << 10);
    }
}
