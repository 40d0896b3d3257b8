package io.headrace.copy;

/** Where the bytes of an operation go, seen from its device. */
public enum Direction {
    /** From host memory into device memory. */
    HOST_TO_DEVICE,
    /** From device memory into host memory. */
    DEVICE_TO_HOST,
    /** Within device memory. */
    DEVICE_TO_DEVICE,
    /** From host memory to host memory, in a stream's order. */
    HOST_TO_HOST,
    /** From device memory straight into that of another device. */
    DEVICE_TO_PEER,
    /** From memory of another device straight into device memory. */
    PEER_TO_DEVICE,
    /** A pattern into device memory. */
    FILL
}
