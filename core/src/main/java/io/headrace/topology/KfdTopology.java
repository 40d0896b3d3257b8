package io.headrace.topology;

import io.headrace.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Reads and writes the tree of files in which the Linux kernel's driver for AMD GPUs describes a machine.
 *
 * <p>Whatever the tree holds, reading ends, bounded in time and memory, with a machine or with a {@link
 * TopologyException}. What is odd is a {@link Warning}; nothing is guessed: what cannot be understood is unknown, a
 * node that cannot be read is left out, and a link that leads nowhere is dropped.
 */
public final class KfdTopology {

    /** Where the kernel shows this machine. */
    public static final Path SYSFS = Path.of("/sys/class/kfd/kfd/topology");

    private KfdTopology() {}

    /**
     * Reads a tree.
     *
     * @param path {@link #SYSFS}, or a copy of it: a folder or, with {@code headrace-archive} among the program's
     *     jars, a {@code .tar} or {@code .tar.gz}
     * @throws TopologyException if there is no such tree, it cannot be read, or no node of it can
     */
    public static TopologyReading read(Path path) {
        if (Files.isDirectory(path)) {
            return read(new FolderTree(path));
        }
        try (TreeSource tree = open(path)) {
            return read(tree);
        } catch (IOException e) {
            throw new TopologyException(
                    "the KFD topology cannot be read: path=" + path + ", " + TreeReader.reason(e), e);
        }
    }

    /**
     * Reads a tree that is kept anywhere.
     *
     * @throws TopologyException if it cannot be read, or no node of it can
     */
    public static TopologyReading read(TreeSource source) {
        return new KfdReader(source).read();
    }

    /**
     * Writes a machine as the kernel would, in its order; what is unknown is not written. Reading it gives the same
     * machine.
     *
     * @param path a folder that does not exist yet, or is empty
     * @throws TopologyException if it cannot be written
     */
    public static void write(Topology topology, Path path) {
        try {
            new KfdWriter(path).write(topology);
        } catch (IOException e) {
            throw new TopologyException(
                    "the KFD topology cannot be written: path=" + path + ", " + TreeReader.reason(e), e);
        }
    }

    private static TreeSource open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new TopologyException("no KFD topology at path=" + path + ": there is no such file or folder");
        }
        if (!Files.isRegularFile(path)) {
            throw new IOException("it is neither a folder nor a regular file");
        }
        List<String> formats = new ArrayList<>();
        for (TreeFormat format : ServiceLoader.load(TreeFormat.class)) {
            Optional<TreeSource> tree = format.open(path);
            if (tree.isPresent()) {
                return tree.get();
            }
            formats.add(format.toString());
        }
        throw new IOException(
                formats.isEmpty()
                        ? "it is no folder, and to read archives the program needs headrace-archive"
                        : "it is neither a folder nor any of " + formats);
    }
}
