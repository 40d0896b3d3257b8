package io.headrace.tck.simulation;

import io.headrace.memory.NativeMemory;
import io.headrace.signal.SignalMemory;

/**
 * The simulated memory of a device that shares the host's: real memory of this process, with no bus in between. Blocks that are
 * given back are taken again. Safe for use from any thread.
 */
public final class SimulatedSharedMemory implements SignalMemory {

    private static final long PAGE_BYTES = 4096;

    private final FreeBlocks free = new FreeBlocks();
    private long taken;

    /** Makes a memory with nothing taken. */
    public SimulatedSharedMemory() {}

    @Override
    public synchronized long take(long bytes) {
        Long again = free.poll(bytes);
        long address = again == null ? NativeMemory.allocate(bytes, PAGE_BYTES).address() : again;
        taken += bytes;
        return address;
    }

    @Override
    public synchronized void giveBack(long address, long bytes) {
        free.add(address, bytes);
        taken -= bytes;
    }

    /** Bytes that are taken. */
    public synchronized long bytesTaken() {
        return taken;
    }
}
