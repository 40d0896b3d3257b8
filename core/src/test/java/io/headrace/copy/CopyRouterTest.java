package io.headrace.copy;

import static io.headrace.copy.Direction.DEVICE_TO_DEVICE;
import static io.headrace.copy.Direction.DEVICE_TO_HOST;
import static io.headrace.copy.Direction.HOST_TO_DEVICE;
import static io.headrace.copy.Direction.HOST_TO_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.spi.EngineInfo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CopyRouterTest {

    private static CopyRouter hostLinks(Integer... indices) {
        return new CopyRouter(Arrays.stream(indices)
                .map(index -> new EngineInfo(index, EngineInfo.Kind.HOST_LINK))
                .toList());
    }

    @Test
    void theTwoDirectionsOfTheHostLinkGoToDifferentEngines() {
        CopyRouter router = hostLinks(0, 1);
        assertThat(router.engine(HOST_TO_DEVICE)).isZero();
        assertThat(router.engine(DEVICE_TO_HOST)).isEqualTo(1);
    }

    @Test
    void aSingleEngineServesBothDirections() {
        CopyRouter router = hostLinks(3);
        assertThat(router.engine(HOST_TO_DEVICE)).isEqualTo(3);
        assertThat(router.engine(DEVICE_TO_HOST)).isEqualTo(3);
    }

    @Test
    void anEngineIsGivenByItsOwnIndexAlsoIfOthersWereExcluded() {
        CopyRouter router = hostLinks(1, 4);
        assertThat(router.engine(HOST_TO_DEVICE)).isEqualTo(1);
        assertThat(router.engine(DEVICE_TO_HOST)).isEqualTo(4);
    }

    @Test
    void copiesOnOneSideGoToTheEngineOfThatSide() {
        CopyRouter router = hostLinks(0, 1);
        assertThat(router.engine(DEVICE_TO_DEVICE)).isZero();
        assertThat(router.engine(HOST_TO_HOST)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnEngineTheComputeQueuesCopy(Direction direction) {
        assertThat(hostLinks().engine(direction)).isEqualTo(CopyRouter.NO_ENGINE);
    }

    @ParameterizedTest
    @EnumSource
    void enginesOfPeerLinksAreNotUsedForTheHostLink(Direction direction) {
        EngineInfo peer = new EngineInfo(0, EngineInfo.Kind.PEER_LINK);
        EngineInfo host = new EngineInfo(1, EngineInfo.Kind.HOST_LINK);
        assertThat(new CopyRouter(List.of(peer)).engine(direction)).isEqualTo(CopyRouter.NO_ENGINE);
        assertThat(new CopyRouter(List.of(peer, host)).engine(direction)).isEqualTo(1);
    }
}
