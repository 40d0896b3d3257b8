package io.headrace.tck.forward;

import io.headrace.spi.DeviceMemory;

/** Memory that passes everything on to another block. */
public class ForwardingMemory implements DeviceMemory {

    private final DeviceMemory memory;

    /** In front of a block. */
    public ForwardingMemory(DeviceMemory memory) {
        this.memory = memory;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long bytes() {
        return memory.bytes();
    }

    @Override
    public boolean hostAccessible() {
        return memory.hostAccessible();
    }

    @Override
    public void free() {
        memory.free();
    }
}
