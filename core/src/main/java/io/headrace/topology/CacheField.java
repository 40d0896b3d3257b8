package io.headrace.topology;

/** What is known of a cache, in the kernel's order; which processors share it is told apart. */
public enum CacheField implements Field {
    /** The lowest id of a processor that uses it. */
    PROCESSOR_ID_LOW,
    /** 1 for the cache that is nearest to the processor. */
    LEVEL,
    /** The size in KiB. */
    SIZE,
    /** The bytes of a line. */
    CACHE_LINE_SIZE,
    /** Lines with one tag. */
    CACHE_LINES_PER_TAG,
    /** How many places a line may be in. */
    ASSOCIATION,
    /** The latency, in ns; 0 where it was not measured. */
    LATENCY,
    /** Bit 0 data, 1 instructions, 2 CPU, 3 GPU. */
    TYPE
}
