package io.headrace.spi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a {@link RingQueue} by their ids, with what has become of each. A driver extends it by what it keeps of a packet. Plain
 * memory: what is written here is published by the queue's indices.
 */
public class RingSlots {

    private final int mask;
    private final @Nullable Packet[] packets;
    private final @Nullable Throwable[] failures;

    /** Whether the device has something of the packet. */
    private final boolean[] onDevice;

    /**
     * Slots of a ring.
     *
     * @param capacity how many, a power of two
     */
    public RingSlots(int capacity) {
        mask = capacity - 1;
        packets = new Packet[capacity];
        failures = new Throwable[capacity];
        onDevice = new boolean[capacity];
    }

    /** How many packets there is room for. */
    public final int capacity() {
        return mask + 1;
    }

    /** Where what belongs to a packet is. */
    protected final int at(long id) {
        return (int) id & mask;
    }

    final void put(long id, Packet packet) {
        packets[at(id)] = packet;
    }

    final void submitted(long id, boolean somethingOnDevice, @Nullable Throwable failure) {
        int slot = at(id);
        onDevice[slot] = somethingOnDevice;
        if (failure != null) {
            failures[slot] = failure;
        }
    }

    final void clearPacket(long id) {
        int slot = at(id);
        packets[slot] = null;
        // Hardly ever there: a look costs less than a write.
        if (failures[slot] != null) {
            failures[slot] = null;
        }
    }

    /** A packet that has not ended. */
    public final Packet packet(long id) {
        return Objects.requireNonNull(packets[at(id)]);
    }

    /** Whether the device has something of a packet that was submitted; else its end is known. */
    public final boolean isOnDevice(long id) {
        return onDevice[at(id)];
    }

    /** What a packet that was submitted has failed with at once; {@code null} if it has not. */
    public final @Nullable Throwable failure(long id) {
        return failures[at(id)];
    }
}
