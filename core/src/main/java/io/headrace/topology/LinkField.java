package io.headrace.topology;

/** What is known of a link, in the kernel's order. */
public enum LinkField implements Field {
    /** The kind of link, see {@link LinkType}. */
    TYPE,
    /** The link's version, first part. */
    VERSION_MAJOR,
    /** The link's version, second part. */
    VERSION_MINOR,
    /** The node at which the link starts. */
    NODE_FROM,
    /** The node at which the link ends. */
    NODE_TO,
    /** The distance; less is nearer. */
    WEIGHT,
    /** The least latency, in ns; 0 where it was not measured. */
    MIN_LATENCY,
    /** The greatest latency, in ns; 0 where it was not measured. */
    MAX_LATENCY,
    /** The least bandwidth, in MB/s; 0 where it was not measured. */
    MIN_BANDWIDTH,
    /** The greatest bandwidth, in MB/s; 0 where it was not measured. */
    MAX_BANDWIDTH,
    /** The best size of a transfer in bytes; 0 where there is none. */
    RECOMMENDED_TRANSFER_SIZE,
    /** A bit for each copy engine that the kernel recommends for this link; 0 is no recommendation. */
    RECOMMENDED_SDMA_ENGINE_ID_MASK,
    /** Bit 0 enabled, 1 not coherent, 2 no 32-bit atomics, 3 no 64-bit atomics. */
    FLAGS
}
