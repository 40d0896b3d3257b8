package io.headrace.signal;

/**
 * The way to a device's memory for signals that is behind a bus. Each call is one transaction; a read takes about a
 * microsecond where the bus is real, so the library makes as few as it can.
 *
 * <p>Calls are ordered like volatile accesses: the host's among themselves, and with the device's by what they read. What one
 * call reads or writes is of one moment: whatever the device stores meanwhile is in it as a whole or not at all. A driver that
 * cannot promise this for more than 16 aligned bytes reads until two reads agree. Calls may throw if the device is
 * lost; what they were to do is not done then. Safe for use from any thread.
 */
public interface SignalBus {

    /** The kinds of bus. */
    enum Kind {
        /** The host's bus. What the host wrote is certain to be seen by the device after a {@link #flush} only. */
        PCIE,
        /** A link between devices (xGMI, NVLink and the like). It needs no flush. */
        PEER
    }

    /** What kind it is; always the same. */
    Kind kind();

    /**
     * Reads a word.
     *
     * @param address a multiple of 8
     */
    long read(long address);

    /**
     * Reads several words.
     *
     * @param address of the first, a multiple of the bytes to read
     * @param words takes them: 2, which are 16 bytes, or 8, which are 64
     */
    void read(long address, long[] words);

    /**
     * Writes a word.
     *
     * @param address a multiple of 8
     */
    void write(long address, long value);

    /**
     * Writes several words.
     *
     * @param address of the first, a multiple of the bytes to write
     * @param words what to write: 2 words, which are 16 bytes, or 8, which are 64; not kept
     */
    void write(long address, long[] words);

    /** Makes what was written before visible to the device. */
    void flush();

    /**
     * Whether the host keeps copies of what each use of a signal needs of its slot, so that the bus is not asked for it:
     * whether the slot is a signal's, and of this process. {@code false} asks the slot itself, by two more reads each time.
     * That is for measuring what the copies save.
     */
    default boolean hostCopies() {
        return true;
    }
}
