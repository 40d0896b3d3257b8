package io.headrace.opencl;

import java.lang.foreign.MemorySegment;

/** Where one side of a copy or fill is. */
sealed interface Place {

    /** In an OpenCL buffer. */
    record InDevice(ClMemory block, long offset) implements Place {

        boolean isInSameBuffer(InDevice other) {
            return block.handle() == other.block.handle();
        }

        /** The place so many bytes behind this one. */
        InDevice behind(long bytes) {
            return bytes == 0 ? this : new InDevice(block, offset + bytes);
        }

        /**
         * Whether rows that begin here lie in the buffer together with what is between them and behind the last one. An OpenCL may refuse a
         * copy of rows otherwise: it may count the last row as long as its pitch.
         */
        boolean holds(long pitch, long rows) {
            return rows <= (block.bytes() - offset) / pitch;
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
