package io.headrace.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a tree. */
final class KfdWriter {

    private final Path root;

    KfdWriter(Path root) {
        this.root = root;
    }

    void write(Topology topology) throws IOException {
        Files.createDirectories(root);
        try (Stream<Path> entries = Files.list(root)) {
            if (entries.findAny().isPresent()) {
                throw new IOException("the folder is not empty");
            }
        }
        number(root.resolve("generation_id"), topology.generation());
        if (!topology.system().isEmpty()) {
            Files.writeString(root.resolve("system_properties"), lines(topology.system()));
        }
        Files.createDirectory(root.resolve("nodes"));
        for (Node node : topology.nodes()) {
            write(node, topology.linksFrom(node.id()));
        }
    }

    private void write(Node node, List<Link> links) throws IOException {
        Path folder = Files.createDirectory(root.resolve("nodes").resolve(Integer.toString(node.id())));
        number(folder.resolve("gpu_id"), node.gpuId());
        if (node.name().isPresent()) {
            Files.writeString(folder.resolve("name"), node.name().get() + "\n");
        }
        Files.writeString(folder.resolve("properties"), lines(node.values()));
        if (node.memoryBanks().isPresent()) {
            Path banks = Files.createDirectory(folder.resolve("mem_banks"));
            int index = 0;
            for (MemoryBank bank : node.memoryBanks().get()) {
                Path own = numbered(banks, index++, lines(bank.values()));
                number(own.resolve("used_memory"), bank.usedBytes());
            }
        }
        if (node.caches().isPresent()) {
            Path caches = Files.createDirectory(folder.resolve("caches"));
            int index = 0;
            for (Cache cache : node.caches().get()) {
                numbered(caches, index++, lines(cache.values()) + siblings(cache));
            }
        }
        write(links.stream().filter(Link::direct).toList(), folder.resolve("io_links"));
        write(links.stream().filter(link -> !link.direct()).toList(), folder.resolve("p2p_links"));
    }

    private static void write(List<Link> links, Path folder) throws IOException {
        Files.createDirectory(folder);
        int index = 0;
        for (Link link : links) {
            numbered(folder, index++, lines(link.values()));
        }
    }

    /** Makes a folder that has a number for its name, and its properties. */
    private static Path numbered(Path parent, int index, String properties) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(Integer.toString(index)));
        Files.writeString(folder.resolve("properties"), properties);
        return folder;
    }

    private static void number(Path file, OptionalLong number) throws IOException {
        if (number.isPresent()) {
            Files.writeString(file, Long.toUnsignedString(number.getAsLong()) + "\n");
        }
    }

    private static <F extends Enum<F> & Field> String lines(Values<F> values) {
        return values.known().stream()
                .map(field -> field.key() + " " + values.text(field) + "\n")
                .collect(Collectors.joining());
    }

    private static String siblings(Cache cache) {
        return cache.siblings()
                .map(bits -> bits.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .map(bits -> NodeReader.SIBLINGS + " " + bits + "\n")
                .orElse("");
    }
}
