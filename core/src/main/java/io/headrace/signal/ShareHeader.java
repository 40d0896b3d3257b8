package io.headrace.signal;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * The first page of a file of shared signals, behind which the slots begin. Words in the machine's own byte order, at the
 * offsets below; the rest is 0. All but the state is written before the file has its name, and never again.
 *
 * @param count how many slots there are
 * @param token tells the file from all others, also from one that gets its name later
 * @param owner who made it
 * @param identity which file it was made in
 */
record ShareHeader(int count, long token, ShareOwner owner, FileIdentity identity) {

    /** Bytes of the header. */
    static final int BYTES = PageMap.PAGE_BYTES;

    /** 64 bits: {@link #MAGIC}. */
    static final int MAGIC_AT = 0x00;
    /** 64 bits: {@link #VERSION}. */
    static final int VERSION_AT = 0x08;
    /** 64 bits: bytes of a slot. */
    static final int SLOT_BYTES_AT = 0x10;
    /** 64 bits: how many slots there are. */
    static final int COUNT_AT = 0x18;
    /** 64 bits: the owner's process number. */
    static final int PID_AT = 0x20;
    /** 64 bits: when the owner started. */
    static final int STARTED_AT = 0x28;
    /** 64 bits: the token. */
    static final int TOKEN_AT = 0x30;
    /** 64 bits: {@link #OPEN}, else {@link #CLOSED}. */
    static final int STATE_AT = 0x38;
    /** 64 bits: the file's inode, 0 if there is none. */
    static final int INODE_AT = 0x40;
    /** 64 bits: the number of the file's device. */
    static final int DEVICE_AT = 0x48;

    /** "HRSIGNAL" where the byte of the lowest address is the lowest one. */
    static final long MAGIC = 0x4C41_4E47_4953_5248L;

    /** Changes with the layout of the file or of a slot. */
    static final long VERSION = 2;

    static final long OPEN = 1;
    static final long CLOSED = 2;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** The size of a file of so many slots. */
    static long fileBytes(int count) {
        return BYTES + SlotHome.bytes(count);
    }

    /** The largest file there can be. */
    static long mostFileBytes() {
        return fileBytes(SignalBatch.MOST);
    }

    /** Writes the header, open. */
    void write(Path file, MemorySegment page) {
        CutFile.reach(file, () -> {
            write(page);
            return 0;
        });
    }

    private void write(MemorySegment page) {
        page.set(LONG, VERSION_AT, VERSION);
        page.set(LONG, SLOT_BYTES_AT, SlotLayout.SLOT_BYTES);
        page.set(LONG, COUNT_AT, count);
        page.set(LONG, PID_AT, owner.pid());
        page.set(LONG, STARTED_AT, owner.startedMillis());
        page.set(LONG, TOKEN_AT, token);
        page.set(LONG, STATE_AT, OPEN);
        page.set(LONG, INODE_AT, identity.inode());
        page.set(LONG, DEVICE_AT, identity.device());
        page.set(LONG, MAGIC_AT, MAGIC);
    }

    /** The token of a page, whatever is in it. */
    static long token(MemorySegment page) {
        return page.get(LONG, TOKEN_AT);
    }

    /**
     * Reads a header.
     *
     * @param file for messages
     * @param fileBytes how long the file is
     * @param page at least its first {@link #BYTES}
     * @throws SharingException if it is none of this version, or not that of a file of this size
     */
    static ShareHeader read(Path file, long fileBytes, MemorySegment page) {
        MemorySegment image = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
        CutFile.reach(file, () -> image.copyFrom(page.asSlice(0, BYTES)).byteSize());
        return parse(file, fileBytes, image);
    }

    private static ShareHeader parse(Path file, long fileBytes, MemorySegment page) {
        long magic = page.get(LONG, MAGIC_AT);
        if (magic != MAGIC) {
            throw new SharingException("this is no file of shared signals: file=" + file + " magic=0x"
                    + Long.toHexString(magic) + "; attach a file that shareSignals made on this machine");
        }
        long version = page.get(LONG, VERSION_AT);
        long slotBytes = page.get(LONG, SLOT_BYTES_AT);
        if (version != VERSION || slotBytes != SlotLayout.SLOT_BYTES) {
            throw new SharingException("the file's layout is of another version of the library: file=" + file
                    + " version=" + version + " slotBytes=" + slotBytes + " known version=" + VERSION + " slotBytes="
                    + SlotLayout.SLOT_BYTES + "; use the same version in both processes");
        }
        long count = page.get(LONG, COUNT_AT);
        if (count < 1 || count > SignalBatch.MOST || fileBytes != fileBytes((int) count)) {
            throw new SharingException("the file is damaged, its size does not fit its number of signals: file=" + file
                    + " bytes=" + fileBytes + " signals=" + count + "; delete it, and share the signals anew");
        }
        ShareOwner owner = new ShareOwner(page.get(LONG, PID_AT), page.get(LONG, STARTED_AT));
        long state = page.get(LONG, STATE_AT);
        if (owner.pid() < 1 || owner.pid() > ShareOwner.MOST_PID || (state != OPEN && state != CLOSED)) {
            throw new SharingException("the file is damaged: file=" + file + " pid=" + owner.pid() + " state=" + state
                    + "; delete it, and share the signals anew");
        }
        FileIdentity identity = new FileIdentity(page.get(LONG, INODE_AT), page.get(LONG, DEVICE_AT));
        return new ShareHeader((int) count, token(page), owner, identity);
    }

    /** Whether the file was made by copying another one: who has that one does not see what is stored here. */
    boolean isOfAnotherThan(Path file) throws IOException {
        return identity.isNot(FileIdentity.of(file));
    }
}
