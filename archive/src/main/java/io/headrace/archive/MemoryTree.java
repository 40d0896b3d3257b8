package io.headrace.archive;

import io.headrace.topology.TreeSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A tree in memory. Each folder knows what is in it and nothing of what is deeper, so that a tree takes no more than its names and
 * files do, however deep it is. Used by one thread.
 */
final class MemoryTree implements TreeSource {

    /** How much of a file is kept; whoever reads it allows less. */
    static final int MOST_BYTES = 1 << 17;

    /** The most files and folders, also those that are only on the way to others; as many as of a tree of folders are read. */
    static final int MOST_NAMES = 250_000;

    /** The most bytes of all names that are added, each as long as it is, and of what is kept of all files. */
    static final long MOST_BYTES_IN_ALL = 64L << 20;

    private static final class Folder {

        private final @Nullable Folder above;
        private final String name;
        private final Map<String, Folder> folders = new TreeMap<>();
        private final Map<String, byte[]> files = new HashMap<>();

        Folder(@Nullable Folder above, String name) {
            this.above = above;
            this.name = name;
        }

        /** The names on the way to this folder, with slashes in between. */
        String path() {
            List<String> names = new ArrayList<>();
            for (Folder folder = this; folder.above != null; folder = folder.above) {
                names.add(folder.name);
            }
            return String.join("/", names.reversed());
        }
    }

    private final String name;
    private final Folder root;
    private int names;
    private long bytes;

    MemoryTree(String name) {
        this(name, new Folder(null, ""));
    }

    private MemoryTree(String name, Folder root) {
        this.name = name;
        this.root = root;
    }

    /**
     * Adds a file, in place of an earlier one of the same name. Nothing is added if the name leads out of the tree.
     *
     * @throws IOException if the name is too long, or the tree becomes too large
     */
    void addFile(String path, byte[] content) throws IOException {
        List<String> parts = EntryName.parts(path);
        countBytes(EntryName.bytes(path) + content.length);
        if (!parts.isEmpty()) {
            Folder folder = folder(parts.subList(0, parts.size() - 1));
            if (folder.files.put(parts.getLast(), content) == null) {
                countName();
            }
        }
    }

    /** Adds a folder; the terms are those of {@link #addFile}. */
    void addFolder(String path) throws IOException {
        List<String> parts = EntryName.parts(path);
        countBytes(EntryName.bytes(path));
        folder(parts);
    }

    /** A folder, made with those above it as far as they are not there. */
    private Folder folder(List<String> parts) throws IOException {
        Folder folder = root;
        for (String part : parts) {
            Folder next = folder.folders.get(part);
            if (next == null) {
                countName();
                next = new Folder(folder, part);
                folder.folders.put(part, next);
            }
            folder = next;
        }
        return folder;
    }

    private void countName() throws IOException {
        names++;
        if (names > MOST_NAMES) {
            throw new IOException("the archive holds more than " + MOST_NAMES + " files and folders");
        }
    }

    private void countBytes(int more) throws IOException {
        bytes += more;
        if (bytes > MOST_BYTES_IN_ALL) {
            throw new IOException("the archive holds more than " + MOST_BYTES_IN_ALL + " bytes of names and files");
        }
    }

    /**
     * The same tree, seen from the folder that has a folder of a name, for a tree is often packed with the folders above it: from
     * the outermost. The whole tree if there is none.
     *
     * @throws IOException if there are several
     */
    MemoryTree belowTheOneWith(String folder) throws IOException {
        List<Folder> level = List.of(root);
        while (!level.isEmpty()) {
            List<Folder> found = level.stream()
                    .filter(one -> one.folders.containsKey(folder))
                    .toList();
            if (found.size() > 1) {
                throw new IOException("the archive holds several trees: "
                        + EntryName.shown(found.get(0).path()) + ", "
                        + EntryName.shown(found.get(1).path()));
            }
            if (found.size() == 1) {
                return new MemoryTree(name, found.getFirst());
            }
            level = level.stream().flatMap(one -> one.folders.values().stream()).toList();
        }
        return this;
    }

    @Override
    public String name() {
        return root.above == null ? name : name + "!" + EntryName.shown(root.path());
    }

    @Override
    public List<String> folders(String folder) throws IOException {
        Folder found = find(folder.isEmpty() ? List.of() : List.of(folder.split("/")));
        if (found == null) {
            throw new NoSuchFileException(folder);
        }
        if (found.folders.size() > TreeSource.MOST_ENTRIES) {
            throw new IOException("the folder has more than " + TreeSource.MOST_ENTRIES + " entries");
        }
        return List.copyOf(found.folders.keySet());
    }

    @Override
    public byte[] read(String file, int most) throws IOException {
        List<String> parts = List.of(file.split("/"));
        Folder folder = find(parts.subList(0, parts.size() - 1));
        byte[] content = folder == null ? null : folder.files.get(parts.getLast());
        if (content == null) {
            throw new NoSuchFileException(file);
        }
        return content.length <= most ? content.clone() : Arrays.copyOf(content, most);
    }

    private @Nullable Folder find(List<String> parts) {
        Folder folder = root;
        for (String part : parts) {
            folder = folder.folders.get(part);
            if (folder == null) {
                return null;
            }
        }
        return folder;
    }
}
