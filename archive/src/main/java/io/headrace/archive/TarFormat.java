package io.headrace.archive;

import io.headrace.topology.TreeFormat;
import io.headrace.topology.TreeSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Trees in {@code .tar} files, also compressed by gzip. All of an archive is read at once, up to limits that no
 * machine's description comes near; links in it are left out, and so are entries whose path leads out of it.
 */
public final class TarFormat implements TreeFormat {

    /** The most bytes of an archive, when it is unpacked. */
    static final long MOST_BYTES = 128L << 20;

    /** The most entries of an archive. */
    static final int MOST_ENTRIES = 250_000;

    /** The most bytes of what an archive says of one entry. The library that reads it goes one call deeper for each 512 of them. */
    static final int MOST_HEADER_BYTES = 1 << 17;

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
            LimitedStream limited = new LimitedStream(content);
            limited.limit("the archive, when it is unpacked,", MOST_BYTES);
            return new BufferedInputStream(limited, 1 << 16);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static TreeSource read(Path file, InputStream in) throws IOException {
        MemoryTree tree = new MemoryTree(file.toString());
        LimitedStream limited = new LimitedStream(in);
        TarArchiveInputStream tar = new TarArchiveInputStream(limited);
        int entries = 0;
        for (TarArchiveEntry entry = next(tar, limited); entry != null; entry = next(tar, limited)) {
            entries++;
            if (entries > MOST_ENTRIES) {
                throw new IOException("the archive has more than " + MOST_ENTRIES + " entries");
            }
            if (entry.isSparse()) {
                throw new IOException("the archive holds a file with holes: " + EntryName.shown(entry.getName()));
            }
            if (entry.isDirectory()) {
                tree.addFolder(entry.getName());
            } else if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
                tree.addFile(entry.getName(), tar.readNBytes(MemoryTree.MOST_BYTES));
            }
        }
        return tree.belowTheOneWith("nodes");
    }

    /** The next entry; only so much is read to find out what it is. */
    private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar, LimitedStream limited) throws IOException {
        if (tar.getCurrentEntry() != null) {
            // What is left of the last one, which would count else.
            tar.transferTo(OutputStream.nullOutputStream());
        }
        limited.limit("what the archive says of an entry", MOST_HEADER_BYTES);
        TarArchiveEntry next = tar.getNextEntry();
        limited.unlimit();
        return next;
    }

    /** What it reads, for messages. */
    @Override
    public String toString() {
        return ".tar, .tar.gz";
    }
}
