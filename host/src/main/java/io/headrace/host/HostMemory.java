package io.headrace.host;

import io.headrace.memory.NativeMemory;
import io.headrace.spi.DeviceMemory;

/** A buffer's memory: a block of the process's native memory. */
final class HostMemory implements DeviceMemory {

    /** A cache line, and what the widest vector load wants. */
    private static final long ALIGNMENT = 64;

    private final MemoryBudget budget;
    private final NativeMemory memory;

    HostMemory(MemoryBudget budget, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("device memory has at least one byte: bytes=" + bytes);
        }
        this.budget = budget;
        budget.take(bytes);
        boolean done = false;
        try {
            memory = NativeMemory.allocate(bytes, ALIGNMENT);
            done = true;
        } finally {
            if (!done) {
                budget.giveBack(bytes);
            }
        }
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
        return true;
    }

    @Override
    public void free() {
        memory.free();
        budget.giveBack(memory.bytes());
    }
}
