package io.headrace.cuda;

import io.headrace.spi.DeviceMemory;

/** Device memory that somebody else allocated, and frees. */
record WrappedMemory(long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return false;
    }

    @Override
    public void free() {}
}
