package io.headrace.spi;

/**
 * Memory that somebody else allocated, and frees: wrapped, or pinned without a call. For drivers.
 *
 * @param address its first address
 * @param bytes its size
 * @param hostAccessible whether it is at the same address on the host
 */
public record ForeignMemory(long address, long bytes, boolean hostAccessible) implements DeviceMemory {

    @Override
    public void free() {}
}
