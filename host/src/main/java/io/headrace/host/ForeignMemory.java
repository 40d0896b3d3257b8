package io.headrace.host;

import io.headrace.spi.DeviceMemory;

/** Memory of this process that somebody else allocated, and frees. The device is the host: there is nothing to pin or to map. */
record ForeignMemory(long address, long bytes) implements DeviceMemory {

    @Override
    public boolean hostAccessible() {
        return true;
    }

    @Override
    public void free() {}
}
