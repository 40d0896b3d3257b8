package io.headrace.signal;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is to be known of a file before it is opened, and what went wrong with it. */
final class SharedFiles {

    private SharedFiles() {}

    /**
     * The file's whole path.
     *
     * @throws IllegalArgumentException if it has no name
     */
    static Path absolute(Path file) {
        if (file.getFileName() == null || file.toString().isEmpty()) {
            throw new IllegalArgumentException("the path names no file: file=" + file + "; give one in a directory");
        }
        return file.toAbsolutePath();
    }

    /** Whether it is an ordinary file and no link to one. */
    static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    static boolean knowsPermissions(Path file) {
        return Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
    }

    /** The first page, filled up with zeros. */
    static MemorySegment firstPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return MemorySegment.ofArray(Arrays.copyOf(in.readNBytes(ShareHeader.BYTES), ShareHeader.BYTES));
        }
    }

    /**
     * Checks that there is such a file, that it is of the user of this process, and that nobody else may change it: who may
     * could take the memory away by cutting it, or have waits end.
     *
     * @throws SharingException if it is not so
     */
    static void checkAccess(Path file) {
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
                throw new SharingException(
                        "this is no ordinary file: file=" + file + "; attach a file that shareSignals made");
            }
            if (Files.getFileAttributeView(file, FileOwnerAttributeView.class) != null) {
                checkOwner(file, thisUser());
            }
            if (knowsPermissions(file)) {
                checkPermissions(file, Files.getPosixFilePermissions(file));
            }
        } catch (NoSuchFileException missing) {
            throw failure(
                    "there is no such file: file=" + file
                            + "; attach when the other process has shared its signals, and before it closes them",
                    missing);
        } catch (IOException failure) {
            throw failure("the file cannot be looked at: file=" + file + "; attach as the user who shared it", failure);
        }
    }

    /**
     * Checks whose file it is. The system would let an administrator use everybody's.
     *
     * @throws SharingException if it is another user's
     */
    static void checkOwner(Path file, UserPrincipal user) throws IOException {
        UserPrincipal owner = Files.getOwner(file);
        if (!owner.equals(user)) {
            throw new SharingException("the file is another user's: file=" + file + " owner=" + owner.getName()
                    + " user=" + user.getName() + "; attach as the user who shared it");
        }
    }

    /** The user of this process, as file systems name it: whose the files are that it makes. */
    private static UserPrincipal thisUser() throws IOException {
        Path made = Files.createTempFile("headrace-user", "");
        try {
            return Files.getOwner(made);
        } finally {
            Files.delete(made);
        }
    }

    /** What to do about a file that is in the way. */
    static String whatAbout(Path file) {
        try {
            if (isFile(file)) {
                ShareHeader header = ShareHeader.read(file, Files.size(file), firstPage(file));
                if (header.isOfAnotherThan(file)) {
                    return "delete it: it is a copy of a file of shared signals, which nobody can attach";
                }
                if (!OwnedSlots.isShared(header.token())
                        && (header.owner().hasThisPid() || !header.owner().isAlive())) {
                    return "delete it: it was left behind by a process that has ended, " + header.owner();
                }
                return "choose another name: signals are shared in it by a process that runs, " + header.owner();
            }
        } catch (IOException | SharingException notOurs) {
            // Whatever it is.
        }
        return "choose another name, or delete it";
    }

    /** An exception that says what went wrong, and why. */
    static SharingException failure(String message, @Nullable Exception cause) {
        if (cause instanceof ClosedByInterruptException) {
            return new SharingException("the thread was interrupted; " + message, cause);
        }
        return cause == null
                ? new SharingException(message)
                : new SharingException(message + "; cause: " + cause, cause);
    }

    private static void checkPermissions(Path file, Set<PosixFilePermission> permissions) {
        String all = PosixFilePermissions.toString(permissions);
        Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
        others.addAll(permissions);
        others.removeAll(OwnedSlots.PERMISSIONS);
        others.remove(PosixFilePermission.OWNER_EXECUTE);
        if (!others.isEmpty()) {
            throw new SharingException("other users may read or change the file: file=" + file + " permissions=" + all
                    + " allowed=" + PosixFilePermissions.toString(OwnedSlots.PERMISSIONS)
                    + "; share in a directory whose file system keeps permissions, and leave them as they are");
        }
    }
}
