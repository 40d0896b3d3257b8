package io.headrace.hsa;

import io.headrace.memory.Words;
import java.lang.foreign.ValueLayout;

/**
 * A parameter of a kernel, as the code object describes it.
 *
 * @param offset where it is in the memory of the arguments
 * @param bytes its size
 * @param kind what it is
 */
record KernelParameter(int offset, int bytes, Kind kind) {

    /** What a parameter is: given by the caller, or by who launches. Compilers add those that begin with {@code hidden}. */
    enum Kind {
        /** The caller's: a value, or an address. */
        GIVEN,
        /** The caller's, as an offset in the group's memory: that of what the launch adds. */
        GROUP_MEMORY,
        /** Items by which the range is moved: none. */
        GLOBAL_OFFSET,
        /** Groups in the first, second or third dimension, 32 bits each. */
        BLOCK_COUNT_X,
        BLOCK_COUNT_Y,
        BLOCK_COUNT_Z,
        /** Items of a group, 16 bits each. */
        GROUP_SIZE_X,
        GROUP_SIZE_Y,
        GROUP_SIZE_Z,
        /** Items that are left over, 16 bits each: none, since groups are whole. */
        REMAINDER,
        /** How many dimensions there are, 16 bits. */
        GRID_DIMENSIONS,
        /** Bytes of a group's memory that the launch adds, 32 bits. */
        DYNAMIC_LDS_SIZE,
        /** The address of the HSA queue. */
        QUEUE_POINTER,
        /** A service of the host that there is none of: for printf, for calls of the host, for memory that kernels allocate. */
        NO_SERVICE;

        /** The kind of a name in a code object's description. */
        static Kind of(String name) {
            return switch (name) {
                case "by_value", "global_buffer", "image", "sampler", "pipe", "queue" -> GIVEN;
                case "dynamic_shared_pointer" -> GROUP_MEMORY;
                case "hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z" -> GLOBAL_OFFSET;
                case "hidden_block_count_x" -> BLOCK_COUNT_X;
                case "hidden_block_count_y" -> BLOCK_COUNT_Y;
                case "hidden_block_count_z" -> BLOCK_COUNT_Z;
                case "hidden_group_size_x" -> GROUP_SIZE_X;
                case "hidden_group_size_y" -> GROUP_SIZE_Y;
                case "hidden_group_size_z" -> GROUP_SIZE_Z;
                case "hidden_remainder_x", "hidden_remainder_y", "hidden_remainder_z" -> REMAINDER;
                case "hidden_grid_dims" -> GRID_DIMENSIONS;
                case "hidden_dynamic_lds_size" -> DYNAMIC_LDS_SIZE;
                case "hidden_queue_ptr" -> QUEUE_POINTER;
                default -> NO_SERVICE;
            };
        }
    }

    boolean isGiven() {
        return kind == Kind.GIVEN;
    }

    /**
     * Writes a parameter that is not the caller's into memory that is zero there.
     *
     * @param arguments where the arguments begin
     * @param fixedGroupBytes memory that the kernel declares for each group
     */
    void write(long arguments, LaunchShape shape, int fixedGroupBytes, long queue) {
        long at = arguments + offset;
        switch (kind) {
            case BLOCK_COUNT_X -> Words.setIntPlain(at, shape.groups(0));
            case BLOCK_COUNT_Y -> Words.setIntPlain(at, shape.groups(1));
            case BLOCK_COUNT_Z -> Words.setIntPlain(at, shape.groups(2));
            case GROUP_SIZE_X -> setShort(at, shape.group(0));
            case GROUP_SIZE_Y -> setShort(at, shape.group(1));
            case GROUP_SIZE_Z -> setShort(at, shape.group(2));
            case GRID_DIMENSIONS -> setShort(at, shape.dimensions());
            case DYNAMIC_LDS_SIZE -> Words.setIntPlain(at, shape.groupBytes() - fixedGroupBytes);
            case GROUP_MEMORY -> Words.setIntPlain(at, fixedGroupBytes);
            case QUEUE_POINTER -> Words.setLongPlain(at, queue);
            case GIVEN, GLOBAL_OFFSET, REMAINDER, NO_SERVICE -> {}
        }
    }

    private static void setShort(long at, int value) {
        Words.ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
    }
}
