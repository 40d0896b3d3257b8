package io.headrace.archive;

import io.headrace.topology.TreeFormat;
import io.headrace.topology.TreeSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Trees in {@code .tar} files, also compressed by gzip. All of an archive is read at once, up to limits that no
 * machine's description comes near; links in it are left out, and so are entries whose path leads out of it.
 */
public final class TarFormat implements TreeFormat {

    /** The most bytes of an archive, when it is unpacked. */
    static final long MOST_BYTES = 128L << 20;

    /** The most entries of an archive. */
    static final int MOST_ENTRIES = 250_000;

    private static final int HEADER = 512;

    /** Does nothing yet. */
    public TarFormat() {}

    @Override
    public Optional<TreeSource> open(Path file) throws IOException {
        try (InputStream in = unpacked(file)) {
            in.mark(HEADER);
            byte[] header = in.readNBytes(HEADER);
            in.reset();
            return TarArchiveInputStream.matches(header, header.length)
                    ? Optional.of(read(file, in))
                    : Optional.empty();
        } catch (RuntimeException e) {
            throw new IOException("the archive is damaged: " + e.getMessage(), e);
        }
    }

    /** The bytes of the archive itself, with a mark and a limit. */
    private static InputStream unpacked(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            in.mark(2);
            boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            InputStream content = gzip ? new GZIPInputStream(in, 1 << 16) : in;
            return new BufferedInputStream(new LimitedStream(content, MOST_BYTES), 1 << 16);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static TreeSource read(Path file, InputStream in) throws IOException {
        MemoryTree tree = new MemoryTree(file.toString());
        TarArchiveInputStream tar = new TarArchiveInputStream(in);
        int entries = 0;
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            entries++;
            if (entries > MOST_ENTRIES) {
                throw new IOException("the archive has more than " + MOST_ENTRIES + " entries");
            }
            if (entry.isSparse()) {
                throw new IOException("the archive holds a file with holes: " + entry.getName());
            }
            if (entry.isDirectory()) {
                tree.addFolder(entry.getName());
            } else if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
                tree.addFile(entry.getName(), tar.readNBytes(MemoryTree.MOST_BYTES));
            }
        }
        return tree.below(tree.rootOf("nodes"));
    }

    /** What it reads, for messages. */
    @Override
    public String toString() {
        return ".tar, .tar.gz";
    }
}
