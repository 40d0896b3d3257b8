package io.headrace.topology;

/** What is known of a memory bank, in the kernel's order. */
public enum MemoryField implements Field {
    /**
     * 0 system memory, 1 the GPU's memory that the CPU sees, 2 the GPU's memory that it does not see, 3 and up
     * others.
     */
    HEAP_TYPE,
    /** The size in bytes. */
    SIZE_IN_BYTES,
    /** Bit 0 hot-pluggable, bit 1 keeps its contents. */
    FLAGS,
    /** The width of the bus, in bits. */
    WIDTH,
    /** The highest clock, in MHz. */
    MEM_CLK_MAX
}
