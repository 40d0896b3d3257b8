package io.headrace.topology;

import java.io.IOException;
import java.util.List;

/**
 * A tree of small files, wherever it is kept. Paths are relative to its root, with {@code /} between names; the
 * root itself is the empty path. Used by one thread.
 */
public interface TreeSource extends AutoCloseable {

    /** The most entries of a folder, of whatever kind; no machine comes near. */
    int MOST_ENTRIES = 65_536;

    /** Where the tree is kept, for messages. */
    String name();

    /**
     * The names of the folders in a folder, in any order. What else there is in it does not count.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such folder
     * @throws IOException if it cannot be read, or has more than {@link #MOST_ENTRIES} entries
     */
    List<String> folders(String folder) throws IOException;

    /**
     * The first bytes of a file. Never waits for anybody: what is no regular file is an error.
     *
     * @param most how many bytes at most
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws IOException if it cannot be read
     */
    byte[] read(String file, int most) throws IOException;

    /** Gives back what it holds. */
    @Override
    default void close() throws IOException {}
}
