package io.headrace.opencl;

import io.headrace.spi.DeviceMemory;

/**
 * Host memory that exists and stays, by its own address. OpenCL has no call that pins it: what the device's driver does to reach it is
 * its own affair, and it is copied without a detour through other memory of ours.
 */
record PinnedRange(long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return true;
    }

    @Override
    public void free() {}
}
