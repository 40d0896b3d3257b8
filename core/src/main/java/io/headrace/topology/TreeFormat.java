package io.headrace.topology;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A kind of file that holds a tree, for instance an archive. Provided as a service, so that the core needs no
 * library for it; the module {@code io.headrace.archive} provides {@code .tar} and {@code .tar.gz}.
 */
public interface TreeFormat {

    /**
     * Opens a file if it is of this kind, by what is in it and not by its name.
     *
     * @return the tree; empty if the file is of another kind
     * @throws IOException if it is of this kind, but damaged or too large, or cannot be read
     */
    Optional<TreeSource> open(Path file) throws IOException;
}
