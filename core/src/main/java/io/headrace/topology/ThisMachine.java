package io.headrace.topology;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processors and the memory of the machine that this process runs on, and what its control groups leave it of them.
 *
 * @param nodes the NUMA nodes, by their numbers; one with all processors where the system does not tell
 * @param processors how many processors this process may use at a time
 * @param memoryLimitBytes how much memory its control groups leave it; empty if they set no limit
 */
public record ThisMachine(List<NumaNode> nodes, int processors, OptionalLong memoryLimitBytes) {

    /** Control groups of version 1 write a number like this one where there is no limit. */
    private static final long NO_LIMIT = 1L << 60;

    private static final Pattern FOLDER = Pattern.compile("node([0-9]{1,6})");
    private static final Pattern TOTAL = Pattern.compile("Node \\d+ MemTotal: +(\\d{1,15}) kB");

    public ThisMachine {
        nodes = List.copyOf(nodes);
    }

    /** Reads it; never fails, since what cannot be read is unknown. */
    public static ThisMachine read() {
        return read(Path.of("/"));
    }

    /** Reads it from a root of the file system. */
    static ThisMachine read(Path root) {
        GroupLimits limits = new GroupLimits(root);
        long memory = limits.memoryBytes();
        return new ThisMachine(
                nodes(root, limits.cpus()),
                limits.usableProcessors(),
                memory >= NO_LIMIT ? OptionalLong.empty() : OptionalLong.of(memory));
    }

    /**
     * The NUMA node that is near to a device on the PCI bus; empty if the system does not know (its files say -1).
     *
     * @param pciAddress for instance {@code 0000:03:00.0}
     */
    public static OptionalInt numaNodeOf(String pciAddress) {
        return numaNodeOf(Path.of("/"), pciAddress);
    }

    static OptionalInt numaNodeOf(Path root, String pciAddress) {
        return ControlGroup.read(root.resolve("sys/bus/pci/devices").resolve(pciAddress), "numa_node")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }

    /** The same as a topology: a node for each NUMA node, and a link for each distance that is known. */
    public Topology topology() {
        List<Node> all = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (NumaNode node : nodes) {
            Values<NodeField> values = Values.unknown(NodeField.class)
                    .with(NodeField.CPU_CORES_COUNT, node.cpus().count())
                    .with(NodeField.SIMD_COUNT, 0);
            if (node.cpus().count() > 0) {
                values = values.with(NodeField.CPU_CORE_ID_BASE, node.cpus().lowest());
            }
            Optional<List<MemoryBank>> banks = node.memoryBytes().isEmpty()
                    ? Optional.empty()
                    : Optional.of(List.of(bank(node.memoryBytes().getAsLong())));
            all.add(new Node(node.id(), OptionalLong.empty(), Optional.empty(), values, banks, Optional.empty()));
            new TreeMap<>(node.distances()).forEach((to, distance) -> {
                if (to != node.id()) {
                    links.add(new Link(
                            node.id(), to, true, Values.unknown(LinkField.class).with(LinkField.WEIGHT, distance)));
                }
            });
        }
        return Topology.of(all, links);
    }

    private static MemoryBank bank(long bytes) {
        return new MemoryBank(
                Values.unknown(MemoryField.class).with(MemoryField.HEAP_TYPE, 0).with(MemoryField.SIZE_IN_BYTES, bytes),
                OptionalLong.empty());
    }

    private static List<NumaNode> nodes(Path root, Optional<CpuSet> allowed) {
        Map<Integer, Path> folders = folders(root.resolve("sys/devices/system/node"));
        List<NumaNode> nodes = new ArrayList<>();
        folders.forEach((id, folder) -> {
            CpuSet cpus =
                    ControlGroup.read(folder, "cpulist").flatMap(CpuSet::parse).orElse(CpuSet.first(0));
            nodes.add(new NumaNode(
                    id,
                    cpus,
                    allowed.map(cpus::and).orElse(cpus),
                    memory(folder),
                    distances(folder, List.copyOf(folders.keySet()))));
        });
        if (nodes.stream().allMatch(node -> node.cpus().count() == 0)) {
            CpuSet cpus = ControlGroup.read(root.resolve("sys/devices/system/cpu"), "online")
                    .flatMap(CpuSet::parse)
                    .filter(set -> set.count() > 0)
                    .orElseGet(() -> CpuSet.first(Runtime.getRuntime().availableProcessors()));
            return List.of(new NumaNode(0, cpus, allowed.map(cpus::and).orElse(cpus), OptionalLong.empty(), Map.of()));
        }
        return nodes;
    }

    private static Map<Integer, Path> folders(Path parent) {
        Map<Integer, Path> folders = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, "node*")) {
            for (Path entry : entries) {
                Matcher name = FOLDER.matcher(String.valueOf(entry.getFileName()));
                if (name.matches()) {
                    folders.put(Integer.valueOf(name.group(1)), entry);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            return Map.of();
        }
        return folders;
    }

    private static OptionalLong memory(Path folder) {
        for (String line : ControlGroup.lines(folder.resolve("meminfo"))) {
            Matcher total = TOTAL.matcher(line);
            if (total.matches()) {
                return OptionalLong.of(Long.parseLong(total.group(1)) * 1024);
            }
        }
        return OptionalLong.empty();
    }

    /** One number for each node that there is, in the order of their numbers; anything else is not understood. */
    private static Map<Integer, Integer> distances(Path folder, List<Integer> ids) {
        String[] numbers = ControlGroup.read(folder, "distance").orElse("").split(" +");
        Map<Integer, Integer> distances = new HashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            if (numbers.length != ids.size() || !numbers[i].matches("[0-9]{1,6}")) {
                return Map.of();
            }
            distances.put(ids.get(i), Integer.valueOf(numbers[i]));
        }
        return distances;
    }
}
