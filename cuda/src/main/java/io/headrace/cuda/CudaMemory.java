package io.headrace.cuda;

import io.headrace.spi.DeviceMemory;

/** A block of a device's memory. */
record CudaMemory(DeviceHeap heap, long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return false;
    }

    @Override
    public void free() {
        heap.free(this);
    }
}
