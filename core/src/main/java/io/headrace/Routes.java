package io.headrace;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.CopyRouter;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.CopyWay;
import io.headrace.copy.DeviceLanes;
import io.headrace.copy.Direction;
import java.util.List;

/** The ways of one device's copies, as its router has decided. */
final class Routes {

    /** The device's id in its own router. */
    private static final int SELF = 0;

    private final CopyWay up;
    private final CopyWay down;
    private final CopyRoute within;
    private final CopyRoute withinHost;

    /**
     * @param lanes the engines that may be used
     */
    Routes(DeviceLanes lanes, CopyPolicy policy) {
        CopyRouter router = CopyRouter.ofLanes(List.of(DeviceLanes.alone(SELF, lanes.engines())), policy);
        this.up = router.way(CopyRouter.HOST, SELF);
        this.down = router.way(SELF, CopyRouter.HOST);
        this.within = router.route(SELF, SELF, 0);
        this.withinHost = router.route(CopyRouter.HOST, CopyRouter.HOST, 0);
    }

    /** The policy that the knobs ask for. */
    static CopyPolicy policy(Settings settings) {
        return CopyPolicy.PLAIN
                .withOwnQueueBytes(settings.number(Knob.COPY_THRESHOLD))
                .withSplit(settings.number(Knob.COPY_SPLIT_BYTES), settings.flag(Knob.COPY_SPLIT_SINGLE));
    }

    /** The route of an operation of so many bytes that has to do with no other device. */
    CopyRoute of(Direction direction, long bytes) {
        return switch (direction) {
            case HOST_TO_DEVICE -> up.route(bytes);
            case DEVICE_TO_HOST -> down.route(bytes);
            case DEVICE_TO_DEVICE, FILL -> within;
            case HOST_TO_HOST -> withinHost;
            case DEVICE_TO_PEER, PEER_TO_DEVICE ->
                throw new IllegalArgumentException("the other device is not told: direction=" + direction);
        };
    }

    /** The engine of a direction for copies that are not small; {@link CopyCounters#OWN_QUEUE} if there is none. */
    int engine(Direction direction) {
        CopyUnit unit = of(direction, Long.MAX_VALUE).leg().unit();
        return unit instanceof CopyUnit.OnLanes lanes ? lanes.engine() : CopyCounters.OWN_QUEUE;
    }
}
