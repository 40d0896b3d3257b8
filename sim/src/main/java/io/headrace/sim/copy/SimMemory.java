package io.headrace.sim.copy;

import io.headrace.memory.NativeMemory;
import io.headrace.spi.DeviceMemory;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a simulated device, which is the host's.
 *
 * @param node the GPU whose memory it is said to be, or {@link io.headrace.copy.CopyRouter#HOST}
 * @param own what is given back with it; {@code null} if it is somebody else's
 */
record SimMemory(
        int node, long address, long bytes, @Nullable NativeMemory own) implements DeviceMemory {

    private static final long ALIGNMENT = 64;

    static SimMemory allocate(int node, long bytes) {
        NativeMemory own = NativeMemory.allocate(bytes, ALIGNMENT);
        return new SimMemory(node, own.address(), bytes, own);
    }

    /** Kernels run on the host. */
    @Override
    public boolean hostAccessible() {
        return true;
    }

    @Override
    public void free() {
        if (own != null) {
            own.free();
        }
    }
}
