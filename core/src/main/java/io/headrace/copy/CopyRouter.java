package io.headrace.copy;

import io.headrace.spi.EngineInfo;
import java.util.List;

/**
 * Picks the copy engine for each direction. The two directions of the host link go to different engines where there are
 * two, so that both can run at once. Immutable.
 */
public final class CopyRouter {

    /** What {@link #engine} gives when a device has no copy engine: its compute queues copy. */
    public static final int NO_ENGINE = -1;

    private final int up;
    private final int down;

    /** A router over the engines of one device. */
    public CopyRouter(List<EngineInfo> engines) {
        int[] hostLink = engines.stream()
                .filter(engine -> engine.kind() == EngineInfo.Kind.HOST_LINK)
                .mapToInt(EngineInfo::index)
                .toArray();
        this.up = hostLink.length > 0 ? hostLink[0] : NO_ENGINE;
        this.down = hostLink.length > 1 ? hostLink[1] : up;
    }

    /** The index of the engine for a direction, or {@link #NO_ENGINE}. */
    public int engine(Direction direction) {
        return switch (direction) {
            case HOST_TO_DEVICE, DEVICE_TO_DEVICE -> up;
            case DEVICE_TO_HOST, HOST_TO_HOST -> down;
        };
    }
}
