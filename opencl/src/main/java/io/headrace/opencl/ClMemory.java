package io.headrace.opencl;

import io.headrace.spi.DeviceMemory;

/**
 * A block of a device's memory: an OpenCL buffer, which has no address. The one it gets here is made up; {@link MemoryTable} leads
 * back from it.
 */
record ClMemory(ClHeap heap, long handle, long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return false;
    }

    @Override
    public void free() {
        heap.free(this);
    }
}
