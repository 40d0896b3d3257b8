package io.headrace.cli.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;

/**
 * The files of this process that are being written. If it is told to end meanwhile (Ctrl-C), they are deleted: what is left
 * is complete. Safe for use from any thread.
 *
 * <p>{@link java.io.File#deleteOnExit()} would not do: a file that is created just after those have been deleted stays.
 */
final class PartFiles {

    private static final Set<Path> OPEN = new HashSet<>();
    private static boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(PartFiles::deleteAll, "part-files"));
    }

    private PartFiles() {}

    /** Makes sure that files can be created in a folder. */
    static synchronized void probe(Path folder) throws IOException {
        Files.delete(Files.createTempFile(folder, ".headrace", ".part"));
    }

    /** Creates a file, to be completed or given up. */
    static synchronized OutputStream create(Path part) throws IOException {
        checkNotEnding();
        OPEN.add(part);
        return Files.newOutputStream(part);
    }

    /** Gives a complete file its name. */
    static synchronized void complete(Path part, Path file) throws IOException {
        checkNotEnding();
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        OPEN.remove(part);
    }

    /** Deletes a file that will not be complete. No effect on one that is. */
    static synchronized void giveUp(Path part) throws IOException {
        if (OPEN.remove(part)) {
            Files.deleteIfExists(part);
        }
    }

    private static void checkNotEnding() throws IOException {
        if (ending) {
            throw new IOException("the process was told to end");
        }
    }

    private static synchronized void deleteAll() {
        ending = true;
        for (Path part : OPEN) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                System.err.println("a file that is not complete could not be deleted: file=" + part + ": " + e);
            }
        }
    }
}
