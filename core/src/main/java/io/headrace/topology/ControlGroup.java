package io.headrace.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A control group (of version 1 or 2) of this process, and those above it.
 *
 * @param folders the folder of each, this process's own first
 * @param unified whether it is of version 2
 */
record ControlGroup(List<Path> folders, boolean unified) {

    /**
     * The group of this process.
     *
     * @param root the root of the file system
     * @param controller what it limits, for instance {@code memory}
     */
    static ControlGroup ofThisProcess(Path root, String controller) {
        Path mount = root.resolve("sys/fs/cgroup");
        List<String> groups = lines(root.resolve("proc/self/cgroup"));
        for (String line : groups) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
                return new ControlGroup(folders(mount.resolve(controller), parts[2]), false);
            }
        }
        for (String line : groups) {
            if (line.startsWith("0::")) {
                return new ControlGroup(folders(mount, line.substring("0::".length())), true);
            }
        }
        return new ControlGroup(List.of(mount), true);
    }

    /** What the first line of a group's file says; nothing if there is no such file. */
    static Optional<String> read(Path folder, String file) {
        return lines(folder.resolve(file)).stream().findFirst().map(String::strip);
    }

    /** In a container the path may lead out of what is mounted there ({@code /../..}); the mount's root is the group then. */
    private static List<Path> folders(Path mount, String path) {
        Path inside = Path.of("/").relativize(Path.of("/").resolve(path).normalize());
        List<Path> folders = new ArrayList<>();
        for (Path group = inside; group != null; group = above(group)) {
            folders.add(mount.resolve(group));
        }
        return List.copyOf(folders);
    }

    private static @Nullable Path above(Path group) {
        if (group.equals(Path.of(""))) {
            return null;
        }
        Path parent = group.getParent();
        return parent == null ? Path.of("") : parent;
    }

    /** The lines of a file; none if it cannot be read. */
    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException | RuntimeException unreadable) {
            return List.of();
        }
    }
}
