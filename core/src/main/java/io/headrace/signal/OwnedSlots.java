package io.headrace.signal;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Signals that this process shares. The file is made under a name that nobody looks for, and gets its own name when all is in
 * it: by a second link, which unlike a renaming never takes another file's place.
 */
final class OwnedSlots extends SharedSlots {

    /** Its owner only. */
    static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rw-------");

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    /** The tokens of the files that this process shares. */
    private static final Set<Long> TOKENS = ConcurrentHashMap.newKeySet();

    private static final int CHUNK_BYTES = 1 << 16;

    private final Path unnamed;

    private OwnedSlots(Path file, Path unnamed, SharedMapping mapping, ShareHeader header) {
        super(file, mapping, header);
        this.unnamed = unnamed;
    }

    /** Whether this process shares the file that has this token. */
    static boolean isShared(long token) {
        return TOKENS.contains(token);
    }

    /**
     * Makes the file, without its name.
     *
     * @throws SharingException if that does not work; nothing is left behind
     */
    static OwnedSlots create(Path file, int count) {
        long token = ThreadLocalRandom.current().nextLong();
        Path unnamed = unnamed(file, token);
        throwIfThere(file, null);
        boolean made = false;
        try {
            Files.createFile(unnamed, permissions(unnamed));
            fill(unnamed, ShareHeader.fileBytes(count));
            ShareHeader header = new ShareHeader(count, token, ShareOwner.thisProcess(), FileIdentity.of(unnamed));
            try (FileChannel channel = FileChannel.open(unnamed, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                SharedMapping mapping = new SharedMapping(file, channel, ShareHeader.fileBytes(count));
                try {
                    header.write(file, mapping.segment());
                    made = true;
                } finally {
                    if (!made) {
                        mapping.end();
                    }
                }
                return new OwnedSlots(file, unnamed, mapping, header);
            }
        } catch (IOException | UnsupportedOperationException failure) {
            throw SharedFiles.failure(
                    "the file of shared signals cannot be made: file=" + file + " bytes="
                            + ShareHeader.fileBytes(count) + "; share in a directory of a local file system that has"
                            + " room and that this user may write to",
                    failure);
        } finally {
            if (!made && Files.exists(unnamed)) {
                delete(unnamed);
            }
        }
    }

    /**
     * Gives the file its name: from now on others find it.
     *
     * @throws SharingException if that does not work, or there is a file of this name
     */
    void publish() {
        TOKENS.add(header.token());
        try {
            Files.createLink(file, unnamed);
        } catch (FileAlreadyExistsException exists) {
            throwIfThere(file, exists);
            throw SharedFiles.failure("another file had this name for a moment: file=" + file + "; try again", exists);
        } catch (IOException | UnsupportedOperationException failure) {
            throw SharedFiles.failure(
                    "the file of shared signals cannot get its name: file=" + file
                            + "; share in a directory of a file system that knows hard links",
                    failure);
        }
        delete(unnamed);
    }

    @Override
    public void fill(long slot, long initial) {
        CutFile.reach(file, () -> {
            SlotLayout.fillShared(slot, initial);
            return initial;
        });
    }

    @Override
    public void clear(long slot) {
        try {
            CutFile.reach(file, () -> {
                SlotLayout.clear(slot);
                return 0;
            });
        } catch (SharingException cut) {
            LOG.log(Level.DEBUG, "the file of shared signals was cut: file=" + file, cut);
        }
    }

    @Override
    public void giveBack(long address, long bytes) {
        mapping.setWord(ShareHeader.STATE_AT, ShareHeader.CLOSED);
        mapping.end();
        TOKENS.remove(header.token());
        delete(unnamed);
        if (isStillThere()) {
            delete(file);
        }
    }

    @Override
    boolean isOwnerGone() {
        return false;
    }

    /** Whether the file of this name is still the one that was made. */
    private boolean isStillThere() {
        try {
            return SharedFiles.isFile(file) && ShareHeader.token(SharedFiles.firstPage(file)) == header.token();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static void throwIfThere(Path file, @Nullable FileAlreadyExistsException cause) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw SharedFiles.failure(
                    "there is a file of this name already, which is not overwritten: file=" + file + "; "
                            + SharedFiles.whatAbout(file),
                    cause);
        }
    }

    /** Writes every page, so that the disk has room for all of them: a store cannot be told that it has not. */
    private static void fill(Path file, long bytes) throws IOException {
        byte[] zeros = new byte[(int) Math.min(bytes, CHUNK_BYTES)];
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= zeros.length) {
                out.write(zeros, 0, (int) Math.min(left, zeros.length));
            }
        }
    }

    private static FileAttribute<?>[] permissions(Path file) {
        return SharedFiles.knowsPermissions(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PERMISSIONS)}
                : new FileAttribute<?>[0];
    }

    private static Path unnamed(Path file, long token) {
        return file.resolveSibling("." + file.getFileName() + "." + Long.toHexString(token) + ".tmp");
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failure) {
            LOG.log(
                    Level.WARNING,
                    "a file of shared signals cannot be deleted; delete it by hand: file=" + path,
                    failure);
        }
    }
}
