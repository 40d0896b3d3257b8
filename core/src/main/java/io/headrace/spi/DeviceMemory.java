package io.headrace.spi;

/** A block of device memory. */
public interface DeviceMemory {

    /** The block's address in the device's address space. */
    long address();

    /** The block's size in bytes. */
    long bytes();

    /** Whether the host can read and write the block at {@link #address()}. */
    boolean hostAccessible();

    /** Gives the block back. Called once, when no operation uses it any more. */
    void free();
}
