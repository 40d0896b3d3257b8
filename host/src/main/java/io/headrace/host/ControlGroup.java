package io.headrace.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control group (of version 1 or 2) that limits this process's memory.
 *
 * @param mount where its hierarchy is mounted
 * @param path its place in the hierarchy, relative
 * @param limitFile the name of the file that has the limit
 */
record ControlGroup(Path mount, Path path, String limitFile) {

    /**
     * The group of this process.
     *
     * @param root the root of the file system
     */
    static ControlGroup ofThisProcess(Path root) {
        Path mount = root.resolve("sys/fs/cgroup");
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
                return new ControlGroup(mount.resolve("memory"), relative(parts[2]), "memory.limit_in_bytes");
            }
        }
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            if (line.startsWith("0::")) {
                return new ControlGroup(mount, relative(line.substring("0::".length())), "memory.max");
            }
        }
        return new ControlGroup(mount, Path.of(""), "memory.max");
    }

    /** The least limit of the group and those above it, in bytes; {@link Long#MAX_VALUE} if there is none. */
    long memoryLimit() {
        long least = Long.MAX_VALUE;
        for (Path group = path; group != null; group = above(group)) {
            least = Math.min(least, limitIn(mount.resolve(group)));
        }
        return least;
    }

    private static @Nullable Path above(Path group) {
        if (group.equals(Path.of(""))) {
            return null;
        }
        Path parent = group.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private long limitIn(Path group) {
        return lines(group.resolve(limitFile)).stream()
                .findFirst()
                .map(String::strip)
                .flatMap(MachineFacts::number)
                .filter(limit -> limit > 0)
                .orElse(Long.MAX_VALUE);
    }

    /** In a container the path may lead out of what is mounted there ({@code /../..}); the mount's root is the group then. */
    private static Path relative(String path) {
        Path inside = Path.of("/").resolve(path).normalize();
        return Path.of("/").relativize(inside);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException | RuntimeException unreadable) {
            return List.of();
        }
    }
}
