package io.headrace.opencl;

import io.headrace.spi.DeviceMemory;

/** Device memory that has another owner, who frees it. */
record WrappedMemory(long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return false;
    }

    @Override
    public void free() {}
}
