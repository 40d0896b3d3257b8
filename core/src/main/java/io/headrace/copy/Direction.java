package io.headrace.copy;

/** Where a copy goes, seen from the device. */
public enum Direction {
    /** From host memory into device memory. */
    HOST_TO_DEVICE,
    /** From device memory into host memory. */
    DEVICE_TO_HOST,
    /** Within device memory. */
    DEVICE_TO_DEVICE,
    /** From host memory to host memory, in a stream's order. */
    HOST_TO_HOST
}
