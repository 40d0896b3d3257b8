package io.headrace.topology;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A tree in memory that a test can break. Folders exist where files are. */
final class FakeTree implements TreeSource {

    final Map<String, byte[]> files = new TreeMap<>();
    final Set<String> denied = new HashSet<>();

    /** What {@code generation_id} says, read by read; the last stays. */
    final List<String> generations;

    private int generationReads;

    FakeTree(String... generations) {
        this.generations = List.of(generations);
    }

    static FakeTree of(Map<String, String> texts) {
        FakeTree tree = new FakeTree();
        texts.forEach(tree::put);
        return tree;
    }

    void put(String file, String text) {
        files.put(file, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<String> folders(String folder) throws IOException {
        if (denied.contains(folder)) {
            throw new AccessDeniedException(folder);
        }
        String start = folder + "/";
        Set<String> names = files.keySet().stream()
                .filter(file -> file.startsWith(start) && file.indexOf('/', start.length()) > 0)
                .map(file -> file.substring(start.length(), file.indexOf('/', start.length())))
                .collect(Collectors.toSet());
        if (names.isEmpty() && files.keySet().stream().noneMatch(file -> file.startsWith(start))) {
            throw new NoSuchFileException(folder);
        }
        return List.copyOf(names);
    }

    @Override
    public byte[] read(String file, int most) throws IOException {
        if (file.equals("generation_id") && !generations.isEmpty()) {
            String text = generations.get(Math.min(generationReads, generations.size() - 1));
            generationReads++;
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (denied.contains(file)) {
            throw new AccessDeniedException(file);
        }
        byte[] content = files.get(file);
        if (content == null) {
            throw new NoSuchFileException(file);
        }
        return Arrays.copyOf(content, Math.min(most, content.length));
    }
}
