package io.headrace.signal;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Signals that another process shares. */
final class AttachedSlots extends SharedSlots {

    private AttachedSlots(Path file, SharedMapping mapping, ShareHeader header) {
        super(file, mapping, header);
    }

    /**
     * Maps a file, after a look at all that is in it.
     *
     * @throws SharingException if it cannot be attached; nothing is left behind
     */
    static AttachedSlots open(Path file) {
        SharedFiles.checkAccess(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long bytes = channel.size();
            if (bytes < ShareHeader.fileBytes(1) || bytes > ShareHeader.mostFileBytes()) {
                throw new SharingException("this is no file of shared signals: file=" + file + " bytes=" + bytes
                        + " least=" + ShareHeader.fileBytes(1) + " most=" + ShareHeader.mostFileBytes()
                        + "; attach a file that shareSignals made");
            }
            // What is in the file is looked at before it is mapped, and what is mapped then.
            ShareHeader.read(file, bytes, SharedFiles.firstPage(file));
            SharedMapping mapping = new SharedMapping(file, channel, bytes);
            boolean right = false;
            try {
                ShareHeader header = ShareHeader.read(file, bytes, mapping.segment());
                throwIfCopy(file, header);
                throwIfOwn(file, header);
                checkSlots(file, mapping, header.count());
                AttachedSlots attached = new AttachedSlots(file, mapping, header);
                attached.throwIfOwnerGone();
                right = true;
                return attached;
            } finally {
                if (!right) {
                    mapping.end();
                }
            }
        } catch (IOException | UnsupportedOperationException failure) {
            throw SharedFiles.failure(
                    "the file of shared signals cannot be attached: file=" + file
                            + "; share it on a local file system, and attach it as the user who shared it",
                    failure);
        }
    }

    /** How many signals there are. */
    int count() {
        return header.count();
    }

    /** Whether the owner has closed the signal of a number. */
    boolean isClosedByOwner(int number) {
        return mapping.word(slot(number) + SlotLayout.ID) != SlotLayout.VALID_ID;
    }

    /** Checks that the signals have an owner. */
    void throwIfOwnerGone() {
        if (mapping.word(ShareHeader.STATE_AT) != ShareHeader.OPEN) {
            throw new SharingException("the process that shared the signals has closed them: file=" + file + " "
                    + header.owner() + "; share them anew");
        }
        if (!isOwnerAlive()) {
            throw new SharingException("the process that shared the signals has ended without closing them: file="
                    + file + " " + header.owner()
                    + "; delete the file, and share the signals anew (both processes must see each other's numbers)");
        }
    }

    @Override
    boolean isOwnerGone() {
        return mapping.word(ShareHeader.STATE_AT) != ShareHeader.OPEN || !isOwnerAlive();
    }

    /** The slots are written already. */
    @Override
    public void fill(long slot, long initial) {}

    /** The slots stay the owner's. */
    @Override
    public void clear(long slot) {}

    @Override
    public void giveBack(long address, long bytes) {
        mapping.end();
    }

    /** A process before may have had this one's number, and this one shares what it has the token of. */
    private boolean isOwnerAlive() {
        return !header.owner().hasThisPid() && header.owner().isAlive();
    }

    private static void throwIfCopy(Path file, ShareHeader header) throws IOException {
        if (header.isOfAnotherThan(file)) {
            throw new SharingException("this is a copy of a file of shared signals, a store to it reaches nobody: file="
                    + file + "; attach the file itself, by the name that shareSignals was given or by a link to it");
        }
    }

    private static void throwIfOwn(Path file, ShareHeader header) {
        if (OwnedSlots.isShared(header.token())) {
            throw new SharingException("this process itself shares the file: file=" + file
                    + "; use the batch that shareSignals returned, and attach in other processes");
        }
    }

    private static void checkSlots(Path file, SharedMapping mapping, int count) {
        for (int number = 0; number < count; number++) {
            if (!isSharedOrFree(mapping, slot(number))) {
                throw new SharingException("the file is damaged, one of its slots is no signal's: file=" + file
                        + " number=" + number + "; delete it, and share the signals anew");
            }
        }
    }

    /** The owner may close the signal meanwhile, and takes the id away first. */
    private static boolean isSharedOrFree(SharedMapping mapping, long slot) {
        long id = mapping.word(slot + SlotLayout.ID);
        return id == 0
                || (id == SlotLayout.VALID_ID
                        && mapping.word(slot + SlotLayout.KIND) == SlotLayout.KIND_USER
                        && mapping.word(slot + SlotLayout.CORE_SIGNAL) == 0)
                || mapping.word(slot + SlotLayout.ID) == 0;
    }

    private static long slot(int number) {
        return ShareHeader.BYTES + (long) number * SlotLayout.SLOT_BYTES;
    }
}
