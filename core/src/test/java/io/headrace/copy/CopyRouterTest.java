package io.headrace.copy;

import static io.headrace.copy.CopyRouter.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.spi.EngineInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes over devices whose engines have no names. */
class CopyRouterTest {

    private static final long BIG = 1L << 30;

    private static List<EngineInfo> engines(EngineInfo.Kind kind, Integer... indices) {
        return Arrays.stream(indices).map(index -> new EngineInfo(index, kind)).toList();
    }

    private static CopyRouter hostLinks(CopyPolicy policy, Integer... indices) {
        return CopyRouter.ofLanes(List.of(DeviceLanes.alone(0, engines(EngineInfo.Kind.HOST_LINK, indices))), policy);
    }

    private static CopyUnit.OnLanes lanes(CopyRoute route) {
        assertThat(route.leg().unit()).isInstanceOf(CopyUnit.OnLanes.class);
        return (CopyUnit.OnLanes) route.leg().unit();
    }

    private static int up(CopyRouter router) {
        return lanes(router.route(HOST, 0, BIG)).engine();
    }

    private static int down(CopyRouter router) {
        return lanes(router.route(0, HOST, BIG)).engine();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0, 1", "1, 4, 1, 4", "4, 1, 1, 4"})
    void theTwoDirectionsOfTheHostLinkGoToDifferentEngines(int one, int other, int up, int down) {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN, one, other);
        assertThat(up(router)).isEqualTo(up);
        assertThat(down(router)).isEqualTo(down);
        assertThat(router.route(HOST, 0, BIG).kind()).isEqualTo(CopyRoute.Kind.DIRECT);
    }

    @Test
    void aSingleEngineServesBothDirections() {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN, 3);
        assertThat(up(router)).isEqualTo(3);
        assertThat(down(router)).isEqualTo(3);
    }

    @Test
    void withoutAnEngineTheStreamsOwnQueueCopies() {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN.withSplit(1, true));
        assertThat(router.route(HOST, 0, BIG).leg().unit())
                .isEqualTo(new CopyUnit.OwnQueue("the device has no copy engine for it"));
    }

    @Test
    void enginesOfPeerLinksAreNotUsedForTheHostLink() {
        CopyRouter router = CopyRouter.ofLanes(
                List.of(DeviceLanes.alone(0, engines(EngineInfo.Kind.PEER_LINK, 0, 1))), CopyPolicy.PLAIN);
        assertThat(router.route(0, HOST, BIG).leg().unit()).isInstanceOf(CopyUnit.OwnQueue.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {HOST, 0})
    void withinOnePlaceACopyIsLocalAndStaysInTheStreamsOwnQueue(int place) {
        CopyRoute route = hostLinks(CopyPolicy.PLAIN, 0, 1).route(place, place, BIG);
        assertThat(route.kind()).isEqualTo(CopyRoute.Kind.LOCAL);
        assertThat(route.leg().unit()).isInstanceOf(CopyUnit.OwnQueue.class);
        assertThat(route.leg().driver()).isEqualTo(place);
    }

    @Test
    void copiesBelowTheThresholdStayInTheStreamsOwnQueue() {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN.withOwnQueueBytes(4_096), 0, 1);
        assertThat(router.route(HOST, 0, 4_095).leg().unit()).isEqualTo(new CopyUnit.OwnQueue("fewer bytes than 4096"));
        assertThat(lanes(router.route(HOST, 0, 4_096)).engine()).isZero();
        assertThat(lanes(router.route(0, HOST, 4_096)).engine()).isEqualTo(1);
    }

    @Test
    void aCopyIsSplitOverTheEnginesOfItsDirectionOnly() {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN.withSplit(1_000, false), 0, 1, 2, 3, 4);
        assertThat(lanes(router.route(HOST, 0, 5_000)).engines()).containsExactly(0, 1, 2);
        assertThat(lanes(router.route(0, HOST, 5_000)).engines()).containsExactly(3, 4);
    }

    @ParameterizedTest
    @CsvSource({"1999, 1", "2000, 2", "2999, 2", "3000, 3", "9000, 3"})
    void everyPartHasAtLeastTheBytesThatMakeItWorthIt(long bytes, int parts) {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN.withSplit(1_000, false), 0, 1, 2, 3, 4);
        assertThat(lanes(router.route(HOST, 0, bytes)).parts()).isEqualTo(parts);
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 2"})
    void withOneEngineForEachDirectionACopyIsSplitOnlyIfThatIsAskedFor(boolean single, int parts) {
        CopyRouter router = hostLinks(CopyPolicy.PLAIN.withSplit(1_000, single), 0, 1);
        assertThat(lanes(router.route(HOST, 0, BIG)).parts()).isEqualTo(parts);
        assertThat(lanes(router.route(0, HOST, BIG)).engine()).isEqualTo(1);
    }

    @Test
    void devicesThatDoNotReachEachOtherGoThroughTheHostEachByItsOwnLane() {
        List<EngineInfo> engines = engines(EngineInfo.Kind.HOST_LINK, 0, 1);
        CopyRouter router = CopyRouter.ofLanes(
                List.of(DeviceLanes.alone(4, engines), DeviceLanes.alone(7, engines)), CopyPolicy.PLAIN);
        CopyRoute route = router.route(4, 7, BIG);
        assertThat(route.kind()).isEqualTo(CopyRoute.Kind.STAGED);
        assertThat(route.why()).isEqualTo("neither of device=4 and device=7 reaches the other");
        assertThat(route.legs().getFirst())
                .isEqualTo(new CopyLeg(4, HOST, 4, new CopyUnit.OnLanes(List.of(1), 1, "the lane to the host")));
        assertThat(route.legs().getLast())
                .isEqualTo(new CopyLeg(HOST, 7, 7, new CopyUnit.OnLanes(List.of(0), 1, "the lane from the host")));
    }

    private static CopyRouter pair(Set<Integer> ofFirst, Set<Integer> ofSecond, List<EngineInfo> engines) {
        return CopyRouter.ofLanes(
                List.of(new DeviceLanes(0, engines, ofFirst), new DeviceLanes(1, engines, ofSecond)), CopyPolicy.PLAIN);
    }

    @Test
    void theDeviceAtWhichACopyStartsDrivesItUnlessTheOtherIsAskedForOrIsTheOnlyOneThatCan() {
        List<EngineInfo> peer = engines(EngineInfo.Kind.PEER_LINK, 0, 1);
        CopyRouter both = pair(Set.of(1), Set.of(0), peer);
        assertThat(both.route(0, 1, BIG).leg().driver()).isZero();
        assertThat(both.way(1, 0, 1).route(BIG).leg().driver()).isEqualTo(1);
        assertThat(both.way(0, 0, 1).route(BIG).leg().driver()).isZero();
        CopyRouter pull = pair(Set.of(), Set.of(0), peer);
        assertThat(pull.route(0, 1, BIG).kind()).isEqualTo(CopyRoute.Kind.DIRECT);
        assertThat(pull.route(0, 1, BIG).leg().driver()).isEqualTo(1);
        assertThat(pull.way(0, 0, 1).route(BIG).leg().driver()).isEqualTo(1);
    }

    @Test
    void eachPeerAndDirectionHasItsTurnAmongTheEnginesOfPeerLinks() {
        List<EngineInfo> four = engines(EngineInfo.Kind.PEER_LINK, 2, 3, 4, 5);
        CopyRouter router = CopyRouter.ofLanes(
                List.of(new DeviceLanes(0, four, Set.of(1, 2)), DeviceLanes.alone(1, four), DeviceLanes.alone(2, four)),
                CopyPolicy.PLAIN);
        assertThat(lanes(router.route(0, 1, BIG)).engine()).isEqualTo(4);
        assertThat(lanes(router.route(0, 2, BIG)).engine()).isEqualTo(5);
        assertThat(lanes(router.route(1, 0, BIG)).engine()).isEqualTo(2);
        assertThat(lanes(router.route(2, 0, BIG)).engine()).isEqualTo(3);
    }

    private static CopyRouter suited(CopyPolicy policy, List<EngineInfo> engines, Integer... suited) {
        Map<Integer, List<Integer>> ofPeer = Map.of(1, List.of(suited));
        return CopyRouter.ofLanes(
                List.of(
                        new DeviceLanes(0, engines, Set.of(1), ofPeer),
                        new DeviceLanes(1, engines, Set.of(0), Map.of(0, List.of(suited)))),
                policy);
    }

    private static final List<EngineInfo> PEERS = engines(EngineInfo.Kind.PEER_LINK, 2, 3, 4, 5);

    @Test
    void copiesToAPeerAreMadeByTheEngineThatSuitsTheLink() {
        for (int engine = 2; engine <= 5; engine++) {
            CopyRouter router = suited(CopyPolicy.PLAIN, PEERS, engine);
            assertThat(lanes(router.route(0, 1, BIG)).engine()).isEqualTo(engine);
            assertThat(lanes(router.route(0, 1, BIG)).why()).contains("suits the link");
            assertThat(lanes(router.way(1, 0, 1).route(BIG)).engine()).isNotEqualTo(engine);
        }
    }

    @Test
    void ofSeveralThatSuitOneOfTheDirectionIsTaken() {
        CopyRouter router = suited(CopyPolicy.PLAIN, PEERS, 2, 3, 4, 5);
        assertThat(lanes(router.route(0, 1, BIG)).engine()).isEqualTo(4);
        assertThat(lanes(router.way(1, 0, 1).route(BIG)).engine()).isEqualTo(2);
    }

    @Test
    void anEngineThatIsNotThereSuitsNothing() {
        CopyRouter router = suited(CopyPolicy.PLAIN, PEERS, 14);
        assertThat(lanes(router.route(0, 1, BIG)).engine()).isEqualTo(4);
    }

    @Test
    void anEngineOfAnotherKindThanThoseThatSuitIsNeverTaken() {
        List<EngineInfo> both = new ArrayList<>(engines(EngineInfo.Kind.HOST_LINK, 0, 1));
        both.addAll(PEERS);
        CopyRouter router = suited(CopyPolicy.PLAIN.withSplit(1, true), both, 0, 1);
        assertThat(lanes(router.route(0, 1, BIG)).engines()).containsExactly(1, 0);
        assertThat(lanes(router.way(1, 0, 1).route(BIG)).engines()).containsExactly(0, 1);
    }

    @Test
    void aCopyForWhichOneEngineSuitsIsSplitOnlyIfThatIsWanted() {
        assertThat(lanes(suited(CopyPolicy.PLAIN.withSplit(1, false), PEERS, 3).route(0, 1, BIG))
                        .engines())
                .containsExactly(3);
        assertThat(lanes(suited(CopyPolicy.PLAIN.withSplit(1, true), PEERS, 3).route(0, 1, BIG))
                        .engines())
                .containsExactly(3, 4, 5, 2);
    }

    @Test
    void withoutEnginesForPeersThoseOfTheHostLinkServeTheSameDirection() {
        CopyRouter router = pair(Set.of(1), Set.of(0), engines(EngineInfo.Kind.HOST_LINK, 0, 1));
        assertThat(lanes(router.way(0, 0, 1).route(BIG)).engine()).isEqualTo(1);
        assertThat(lanes(router.way(0, 1, 0).route(BIG)).engine()).isZero();
    }

    @Test
    void aPlaceThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> hostLinks(CopyPolicy.PLAIN, 0).route(0, 5, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no copy goes from there to there: from=0 to=5");
    }

    @Test
    void aPolicyThatCannotBeIsRefused() {
        assertThatThrownBy(() -> CopyPolicy.PLAIN.withOwnQueueBytes(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CopyPolicy.PLAIN.withSplit(-1, false)).isInstanceOf(IllegalArgumentException.class);
    }
}
