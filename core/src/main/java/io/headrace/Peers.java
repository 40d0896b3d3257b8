package io.headrace;

import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.CopyRouter;
import io.headrace.copy.CopyWay;
import io.headrace.copy.DeviceLanes;
import io.headrace.copy.Direction;
import io.headrace.spi.DriverDevice;
import io.headrace.trace.OperationKind;
import io.headrace.trace.jfr.CopyRoutedEvent;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The ways of copies between the devices of a runtime. Safe for use from any thread. */
final class Peers {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final List<Device> devices;
    private final List<DeviceLanes> lanes;
    private final CopyRouter router;

    /** The pairs of which it was told that copies between them are staged. */
    private final Set<Set<String>> told = ConcurrentHashMap.newKeySet();

    Peers(List<Device> devices, CopyPolicy policy) {
        this.devices = devices;
        this.lanes = new ArrayList<>();
        for (int id = 0; id < devices.size(); id++) {
            Device device = devices.get(id);
            Set<Integer> reached = reachedBy(device);
            Map<Integer, List<Integer>> suited = new HashMap<>();
            reached.forEach(peer -> suited.put(peer, device.enginesTo(devices.get(peer))));
            lanes.add(new DeviceLanes(id, device.copyLanes().engines(), reached, suited));
        }
        this.router = CopyRouter.ofLanes(lanes, policy);
    }

    /** The peers of a device of this runtime. */
    List<Device> of(Device device) {
        return lanes.get(id(device)).reaches().stream()
                .sorted()
                .map(devices::get)
                .toList();
    }

    /** The devices that a device reaches and that reach it, since a stream of either may be the one that copies. */
    private Set<Integer> reachedBy(Device device) {
        Set<Integer> reached = new TreeSet<>();
        DriverDevice own = device.driverDevice();
        for (int id = 0; id < devices.size(); id++) {
            DriverDevice other = devices.get(id).driverDevice();
            if (devices.get(id) != device && own.reaches(other) && other.reaches(own)) {
                reached.add(id);
            }
        }
        return reached;
    }

    /** A copy between buffers of two devices of this runtime, for a stream of one of them. */
    Operation copy(Device device, Buffer from, long fromPitch, Buffer to, long toPitch, Rows rows) {
        CopyWay way = router.way(id(device), id(from.device()), id(to.device()));
        CopyRoute route = way.route(rows.packedBytes());
        List<Allocation> buffers = List.of(from.allocation(), to.allocation());
        if (route.kind() == CopyRoute.Kind.STAGED) {
            tell(from.device(), to.device());
            if (CopyRoutedEvent.isWanted()) {
                CopyRoutedEvent.commit(
                        device.id(),
                        CopyNames.of(direction(device, from), false),
                        "staged",
                        "engines of both devices",
                        1,
                        rows.packedBytes());
            }
            StagedCopy task =
                    new StagedCopy(rows, from.device(), from.region(), fromPitch, to.device(), to.region(), toPitch);
            return new Operation(
                    OperationKind.COPY,
                    CopyNames.of(task.direction(device), false),
                    rows.copy(from.region(), fromPitch, to.region(), toPitch),
                    null,
                    false,
                    buffers,
                    null,
                    List.of(),
                    task);
        }
        Direction direction = direction(device, from);
        return device.lanes()
                .copy(
                        rows.copy(from.region(), fromPitch, to.region(), toPitch),
                        direction,
                        rows.packedBytes(),
                        route,
                        way.route(Long.MAX_VALUE),
                        buffers,
                        null,
                        device);
    }

    private static Direction direction(Device device, Buffer from) {
        return from.device() == device ? Direction.DEVICE_TO_PEER : Direction.PEER_TO_DEVICE;
    }

    private int id(Device device) {
        return devices.indexOf(device);
    }

    private void tell(Device from, Device to) {
        if (told.add(Set.of(from.id(), to.id()))) {
            LOG.log(
                    Level.WARNING,
                    "device={0} and device={1} do not reach each other: copies between them are staged through the host",
                    from.id(),
                    to.id());
        }
    }
}
