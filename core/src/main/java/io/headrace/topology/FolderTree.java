package io.headrace.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A tree in the file system. Symbolic links are followed; only a few levels are ever looked at, so that a link to a
 * folder above does no harm.
 *
 * @param root the root's folder
 * @param mostEntries the most entries of a folder
 */
record FolderTree(Path root, int mostEntries) implements TreeSource {

    FolderTree(Path root) {
        this(root, MOST_ENTRIES);
    }

    @Override
    public String name() {
        return root.toString();
    }

    @Override
    public List<String> folders(String folder) throws IOException {
        List<String> names = new ArrayList<>();
        int entries = 0;
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(root.resolve(folder))) {
            for (Path entry : stream) {
                entries++;
                if (entries > mostEntries) {
                    throw new IOException("the folder has more than " + mostEntries + " entries");
                }
                if (Files.isDirectory(entry)) {
                    names.add(entry.getFileName().toString());
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public byte[] read(String file, int most) throws IOException {
        Path path = root.resolve(file);
        // A pipe or a device could keep whoever opens it waiting for ever.
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("it is no regular file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(most);
        }
    }
}
