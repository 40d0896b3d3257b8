package io.headrace;

/**
 * Memory on a device that a library keeps and lets its users have. They use it as any buffer, but cannot close it, by no slice
 * or view: a close by mistake, that of a try block for instance, says so and loses nothing. Safe for use from any thread.
 */
public final class LentMemory implements AutoCloseable {

    private final Allocation allocation;
    private final Buffer buffer;

    /**
     * Allocates memory, zeroed.
     *
     * @param bytes how much, 0 or more
     * @param lender who it belongs to and what ends it, for the message of a close by a user
     * @throws io.headrace.error.OutOfDeviceMemoryException if the device does not have so much
     */
    public LentMemory(Device device, long bytes, String lender) {
        this.buffer = device.buffer(bytes);
        this.allocation = buffer.allocation();
        allocation.keptBy(lender);
    }

    /** The memory, for users. */
    public Buffer buffer() {
        return buffer;
    }

    /** Ends the memory, as {@link Buffer#close} does with other memory. */
    @Override
    public void close() {
        allocation.close();
    }
}
