package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/**
 * A device's own memory for signals, as its driver offers it. Batches of signals live there, in slots of 128 bytes that the
 * device reads and writes in place. Safe for use from any thread.
 */
public interface SignalMemory {

    /**
     * Takes a block for signals. Its content is undefined.
     *
     * @param bytes its size, a multiple of 4,096
     * @return its address, the same for the host and all devices of the process: a multiple of 4,096, below 2^48, and of pages that
     *     nothing else is in, neither of the host's memory nor of another device's
     * @throws io.headrace.error.HeadraceException if there is none; nothing changed
     */
    long take(long bytes);

    /**
     * Gives a block back. The library neither reads nor writes it any more. May come after the device was closed: a block
     * stays until it is given back.
     */
    void giveBack(long address, long bytes);

    /**
     * How the host reaches the memory; always the same. {@code null}: it reads and writes it in place, as a device's that shares
     * the host's memory. Such memory is never unmapped, also if it was given back.
     */
    default @Nullable SignalBus bus() {
        return null;
    }
}
