package io.headrace.hsa;

import io.headrace.spi.RingSlots;

/** The packets of a ring with what the GPU has of each. */
final class HsaSlots extends RingSlots {

    private final PacketSlot[] slots;

    HsaSlots(int capacity) {
        super(capacity);
        slots = new PacketSlot[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new PacketSlot();
        }
    }

    /** What the GPU has of a packet. */
    PacketSlot slot(long id) {
        return slots[at(id)];
    }
}
