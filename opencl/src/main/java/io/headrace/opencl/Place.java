package io.headrace.opencl;

import java.lang.foreign.MemorySegment;

/** Where one side of a copy or fill is. */
sealed interface Place {

    /** In an OpenCL buffer. */
    record InDevice(ClMemory block, long offset) implements Place {

        /** Whether two places in the same buffer have bytes in common. */
        boolean overlaps(long span, InDevice other, long otherSpan) {
            return block.handle() == other.block.handle()
                    && offset < other.offset + otherSpan
                    && other.offset < offset + span;
        }
    }

    /**
     * In the host's memory.
     *
     * @param stays whether it stays until the operation has ended, so that OpenCL may be given its address
     */
    record OnHost(MemorySegment segment, boolean stays) implements Place {}
}
