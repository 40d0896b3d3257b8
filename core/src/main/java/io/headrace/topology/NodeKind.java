package io.headrace.topology;

/** What a node has. */
public enum NodeKind {
    /** Processor cores. */
    CPU,
    /** SIMD units. */
    GPU,
    /** Both in one. */
    CPU_AND_GPU,
    /** Neither, as far as is known. */
    UNKNOWN
}
