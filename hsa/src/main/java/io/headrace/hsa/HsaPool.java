package io.headrace.hsa;

/**
 * A pool of memory that ROCr shows.
 *
 * @param handle ROCr's handle
 * @param segment what the memory is for
 * @param flags of the global segment: whether it is for kernels' arguments, fine-grained or coarse-grained
 * @param bytes its size
 * @param granule allocations are a multiple of this
 * @param allocates whether programs may allocate from it
 */
record HsaPool(long handle, int segment, int flags, long bytes, long granule, boolean allocates) {

    static final int GLOBAL = 0;
    static final int GROUP = 3;

    private static final int FOR_ARGUMENTS = 1;
    private static final int FINE_GRAINED = 2;
    private static final int COARSE_GRAINED = 4;

    /**
     * Allocates from it, in whole granules.
     *
     * @param bytes at most its size
     * @param out where the address goes
     * @return ROCr's status
     */
    int allocate(HsaApi api, long bytes, long out) {
        return api.memoryPoolAllocate(handle, Math.ceilDiv(bytes, granule) * granule, 0, out);
    }

    private boolean has(int flag) {
        return segment == GLOBAL && allocates && (flags & flag) != 0;
    }

    /** Whether kernels' arguments go there. */
    boolean isForArguments() {
        return has(FOR_ARGUMENTS);
    }

    /** Whether what one side writes the other one sees while a kernel runs. */
    boolean isFineGrained() {
        return has(FINE_GRAINED);
    }

    boolean isCoarseGrained() {
        return has(COARSE_GRAINED);
    }
}
