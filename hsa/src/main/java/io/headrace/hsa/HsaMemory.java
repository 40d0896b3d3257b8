package io.headrace.hsa;

import io.headrace.spi.DeviceMemory;

/** A block of a GPU's memory, which the host neither reads nor writes. */
record HsaMemory(HsaHeap heap, long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return false;
    }

    @Override
    public void free() {
        heap.free(this);
    }
}
