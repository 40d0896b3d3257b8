package io.headrace.archive;

import io.headrace.topology.TreeSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A tree in memory. */
final class MemoryTree implements TreeSource {

    /** How much of a file is kept; whoever reads it allows less. */
    static final int MOST_BYTES = 1 << 17;

    private final String name;
    private final String root;
    private final Map<String, byte[]> files;
    private final Map<String, Set<String>> folders;

    MemoryTree(String name) {
        this(name, "", new HashMap<>(), new HashMap<>());
    }

    private MemoryTree(String name, String root, Map<String, byte[]> files, Map<String, Set<String>> folders) {
        this.name = name;
        this.root = root;
        this.files = files;
        this.folders = folders;
    }

    /** The same tree, seen from a folder in it. */
    MemoryTree below(String folder) {
        return new MemoryTree(name, folder, files, folders);
    }

    void addFile(String path, byte[] content) {
        List<String> names = names(path);
        if (!names.isEmpty()) {
            addFolders(names.subList(0, names.size() - 1));
            files.put(String.join("/", names), content);
        }
    }

    void addFolder(String path) {
        addFolders(names(path));
    }

    private void addFolders(List<String> names) {
        String parent = "";
        for (String folder : names) {
            in(parent).add(folder);
            parent = parent.isEmpty() ? folder : parent + "/" + folder;
        }
        in(parent);
    }

    /** The folders in a folder, which is made if it is not there. */
    private Set<String> in(String folder) {
        return folders.computeIfAbsent(folder, ignored -> new TreeSet<>());
    }

    /** The names of a path; none if it leads out of the tree. */
    private static List<String> names(String path) {
        List<String> names = new ArrayList<>(Arrays.asList(path.split("/")));
        names.removeIf(part -> part.isEmpty() || part.equals("."));
        return names.contains("..") ? List.of() : names;
    }

    /**
     * The folder that has a folder of this name, for a tree is often packed with the folders above it: the
     * outermost. The whole tree if there is none.
     *
     * @throws IOException if there are several
     */
    String rootOf(String folder) throws IOException {
        List<String> roots = folders.entrySet().stream()
                .filter(entry -> entry.getValue().contains(folder))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt(MemoryTree::depth).thenComparing(Comparator.naturalOrder()))
                .toList();
        if (roots.size() > 1 && depth(roots.get(0)) == depth(roots.get(1))) {
            throw new IOException("the archive holds several trees: " + roots.get(0) + ", " + roots.get(1));
        }
        return roots.isEmpty() ? "" : roots.getFirst();
    }

    private static int depth(String folder) {
        return folder.isEmpty() ? 0 : folder.split("/").length;
    }

    @Override
    public String name() {
        return root.isEmpty() ? name : name + "!" + root;
    }

    @Override
    public List<String> folders(String folder) throws IOException {
        Set<String> found = folders.get(inside(folder));
        if (found == null) {
            throw new NoSuchFileException(folder);
        }
        if (found.size() > TreeSource.MOST_ENTRIES) {
            throw new IOException("the folder has more than " + TreeSource.MOST_ENTRIES + " entries");
        }
        return List.copyOf(found);
    }

    @Override
    public byte[] read(String file, int most) throws IOException {
        byte[] content = files.get(inside(file));
        if (content == null) {
            throw new NoSuchFileException(file);
        }
        return content.length <= most ? content.clone() : Arrays.copyOf(content, most);
    }

    private String inside(String path) {
        if (root.isEmpty() || path.isEmpty()) {
            return root + path;
        }
        return root + "/" + path;
    }
}
