package io.headrace.signal;

import io.headrace.memory.Words;

/**
 * The layout of a signal's slot, as other processes and devices see it: byte offsets from the slot's address, which is the
 * signal's handle. HSA's {@code amd_signal_t} fills the first 64 bytes, ROCr's shared signal the other 64.
 */
final class SlotLayout {

    /** Bytes of a slot, and its alignment. */
    static final int SLOT_BYTES = 128;

    /**
     * The bits that a slot's address may have. To mask an address with them changes nothing, and lets a compiler see that the
     * address is aligned and lower than 2^48, so that it checks neither at each access.
     */
    static final long ADDRESS_BITS = (1L << 48) - SLOT_BYTES;

    /** 64 bits: {@link #KIND_INVALID} or {@link #KIND_USER}. */
    static final int KIND = 0x00;
    /** 64 bits, signed. */
    static final int VALUE = 0x08;
    /** A pointer; 0 here: no event is raised for a device's store. */
    static final int EVENT_MAILBOX = 0x10;
    /** 32 bits. */
    static final int EVENT_ID = 0x18;
    /** 64 bits, in the device's ticks: when a dispatch began. Shares 16 aligned bytes with {@link #END}. */
    static final int START = 0x20;
    /** 64 bits, in the device's ticks: when a dispatch ended. */
    static final int END = 0x28;
    /** A pointer. */
    static final int QUEUE = 0x30;
    /** 64 bits, in the device's ticks: when a copy began. */
    static final int COPY_START = 0x40;
    /** A pointer; zero means a signal that processes share, so in others it holds the slot's own address. */
    static final int CORE_SIGNAL = 0x48;
    /** 64 bits: {@link #VALID_ID} while the slot is a signal. */
    static final int ID = 0x50;
    /** 64 bits, in the device's ticks: when a copy ended. */
    static final int COPY_END = 0x60;

    static final long KIND_INVALID = 0;
    static final long KIND_USER = 1;
    static final long VALID_ID = 0x71FCCA6A3D5D5276L;

    private SlotLayout() {}

    /** Makes a free slot a signal's, in host memory. */
    static void fill(long slot, long initial) {
        fill(slot, initial, slot);
    }

    /** Makes a free slot that of a signal which processes share. */
    static void fillShared(long slot, long initial) {
        fill(slot, initial, 0);
    }

    private static void fill(long slot, long initial, long coreSignal) {
        for (int offset = 0; offset < SLOT_BYTES; offset += Long.BYTES) {
            if (offset != VALUE) {
                Words.setLongPlain(slot + offset, 0);
            }
        }
        Words.setLongPlain(slot + KIND, KIND_USER);
        Words.setLongPlain(slot + CORE_SIGNAL, coreSignal);
        // Who reads this value by a stale signal object finds that one closed, because this is a release.
        Words.setLongRelease(slot + VALUE, initial);
        Words.setLongRelease(slot + ID, VALID_ID);
    }

    /** Makes a slot free, in host memory. */
    static void clear(long slot) {
        Words.setLongRelease(slot + ID, 0);
        Words.setLongRelease(slot + KIND, KIND_INVALID);
    }
}
