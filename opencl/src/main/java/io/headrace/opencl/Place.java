package io.headrace.opencl;

import java.lang.foreign.MemorySegment;

/** Where one side of a copy or fill is. */
sealed interface Place {

    /** In an OpenCL buffer. */
    record InDevice(ClMemory block, long offset) implements Place {

        boolean isInSameBuffer(InDevice other) {
            return block.handle() == other.block.handle();
        }

        /** Whether two places in the same buffer have bytes in common. */
        boolean overlaps(InDevice other, long bytes) {
            return Math.abs(offset - other.offset) < bytes;
        }
    }

    /**
     * In the host's memory.
     *
     * @param stays whether it stays until the operation has ended, so that OpenCL may be given its address
     */
    record OnHost(MemorySegment segment, boolean stays) implements Place {}
}
