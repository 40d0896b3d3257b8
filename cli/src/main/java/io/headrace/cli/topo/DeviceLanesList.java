package io.headrace.cli.topo;

import io.headrace.Device;
import io.headrace.DriverReport;
import io.headrace.Headrace;
import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import io.headrace.config.Knob;
import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRouter;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.CopyWay;
import io.headrace.copy.DeviceLanes;
import io.headrace.spi.EngineInfo;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The devices of the drivers, each with its copy engines as lanes by direction and peer, as copies of the runtime take them. */
final class DeviceLanesList {

    private final List<DriverReport> drivers;
    private final List<Entry> entries;

    private DeviceLanesList(List<DriverReport> drivers, List<Entry> entries) {
        this.drivers = drivers;
        this.entries = entries;
    }

    /** A device; lanes that are empty are the streams' own queues. */
    private record Entry(
            String id,
            String name,
            List<EngineInfo> engines,
            OptionalInt fromHost,
            OptionalInt toHost,
            List<PeerLanes> peers) {}

    /** What a device that drives copies itself has for one peer. */
    private record PeerLanes(String device, OptionalInt from, OptionalInt to) {}

    /** Opens the runtime as {@code headrace info} does, and closes it. */
    static DeviceLanesList read() {
        try (Headrace headrace = Headrace.open()) {
            List<Device> devices = headrace.devices();
            Set<Integer> excluded = new HashSet<>(headrace.settings().numbers(Knob.EXCLUDED_ENGINES));
            List<DeviceLanes> lanes = new ArrayList<>();
            for (Device device : devices) {
                lanes.add(new DeviceLanes(
                        lanes.size(),
                        device.info().engines().stream()
                                .filter(engine -> !excluded.contains(engine.index()))
                                .toList(),
                        device.peers().stream().map(devices::indexOf).collect(Collectors.toSet()),
                        device.peers().stream().collect(Collectors.toMap(devices::indexOf, device::enginesTo))));
            }
            CopyRouter router = CopyRouter.ofLanes(lanes, CopyPolicy.PLAIN);
            return new DeviceLanesList(
                    headrace.drivers(),
                    lanes.stream().map(own -> entry(own, devices, router)).toList());
        }
    }

    private static Entry entry(DeviceLanes own, List<Device> devices, CopyRouter router) {
        int id = own.id();
        Device device = devices.get(id);
        return new Entry(
                device.id(),
                device.name(),
                own.engines(),
                lane(router.way(CopyRouter.HOST, id)),
                lane(router.way(id, CopyRouter.HOST)),
                own.reaches().stream()
                        .sorted()
                        .map(peer -> new PeerLanes(
                                devices.get(peer).id(), lane(router.way(id, peer, id)), lane(router.way(id, id, peer))))
                        .toList());
    }

    /** The engine of large copies. */
    private static OptionalInt lane(CopyWay way) {
        return way.route(Long.MAX_VALUE).leg().unit() instanceof CopyUnit.OnLanes lanes
                ? OptionalInt.of(lanes.engine())
                : OptionalInt.empty();
    }

    void print(PrintWriter out) {
        Table table = Table.of("DEVICE", "NAME", "ENGINES", "FROM HOST", "TO HOST", "PEERS: FROM, TO");
        for (Entry entry : entries) {
            table.row(
                    entry.id(),
                    entry.name(),
                    entry.engines().isEmpty() ? "none" : entry.engines().size(),
                    text(entry.fromHost()),
                    text(entry.toHost()),
                    entry.peers().isEmpty()
                            ? "none"
                            : entry.peers().stream()
                                    .map(peer -> peer.device() + ": " + text(peer.from()) + ", " + text(peer.to()))
                                    .collect(Collectors.joining("; ")));
        }
        table.print(out);
        out.println();
        drivers.forEach(driver -> out.println("Driver " + driver.name() + ": " + driver.reason()));
    }

    private static String text(OptionalInt lane) {
        return lane.isEmpty() ? "own queue" : Integer.toString(lane.getAsInt());
    }

    List<Json> json() {
        return entries.stream().map(DeviceLanesList::json).toList();
    }

    private static Json json(Entry entry) {
        Json json = Json.object()
                .with("id", entry.id())
                .with("name", entry.name())
                .with(
                        "engines",
                        entry.engines().stream()
                                .map(engine -> Json.object()
                                        .with("index", engine.index())
                                        .with(
                                                "kind",
                                                engine.kind()
                                                        .name()
                                                        .toLowerCase(Locale.ROOT)
                                                        .replace('_', ' ')))
                                .toList());
        entry.fromHost().ifPresent(lane -> json.with("from_host", lane));
        entry.toHost().ifPresent(lane -> json.with("to_host", lane));
        return json.with(
                "peers", entry.peers().stream().map(DeviceLanesList::json).toList());
    }

    private static Json json(PeerLanes peer) {
        Json json = Json.object().with("device", peer.device());
        peer.from().ifPresent(lane -> json.with("from", lane));
        peer.to().ifPresent(lane -> json.with("to", lane));
        return json;
    }
}
