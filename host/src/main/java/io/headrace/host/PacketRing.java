package io.headrace.host;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * A ring of packets with many producers and one consumer, in native memory.
 *
 * <p>The write index counts claimed slots and the read index freed ones. A slot is claimed by a compare-and-set of the write
 * index, only if there is room, and its packet becomes visible by its header; both indices never go back. The sign bit of
 * the write index closes the ring: a claim and the close exclude each other in one word.
 *
 * <p>Progress: {@link #put} is lock-free; {@link #header} sees packets in slot order.
 */
final class PacketRing {

    /** {@link #put}'s answer if the ring is full. */
    static final long FULL = -1;

    /** {@link #put}'s answer if the ring is closed. */
    static final long CLOSED = -2;

    /** Two cache lines: processors fetch lines in pairs. */
    private static final int LINE = 128;

    private static final long CLOSED_BIT = Long.MIN_VALUE;

    private static final VarHandle PACKETS = MethodHandles.arrayElementVarHandle(Packet[].class);

    private final int capacity;
    private final int mask;
    private final int roundShift;

    /**
     * An automatic arena, alone of all native memory here: whoever holds a position of this ring may ask for its read index
     * after the queue has ended, so only unreachability shows that nobody will.
     */
    private final MemorySegment memory;

    private final long write;
    private final long knownRead;
    private final long read;
    private final long slots;
    private final @Nullable Packet[] packets;

    PacketRing(int capacity) {
        this.capacity = capacity;
        mask = capacity - 1;
        roundShift = Integer.numberOfTrailingZeros(capacity);
        memory = Arena.ofAuto().allocate(2L * LINE + (long) capacity * PacketLayout.BYTES, LINE);
        write = memory.address();
        knownRead = write + Long.BYTES; // written by producers, like the write index
        read = write + LINE;
        slots = write + 2L * LINE;
        packets = new Packet[capacity];
    }

    int capacity() {
        return capacity;
    }

    /** How many slots were ever claimed. A claim is a full fence: see {@link Doorbell#ringForPacket}. */
    long writeIndex() {
        try {
            return Words.getLongVolatile(write) & ~CLOSED_BIT;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** How many packets have ended. */
    long readIndex() {
        try {
            return Words.getLongAcquire(read);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The address of the read index; valid while this ring is reachable. */
    long readIndexAddress() {
        return read;
    }

    /** How many slots are free; all that anybody could ask for if the ring is closed, since nobody should wait then. */
    long room() {
        try {
            long index = Words.getLongVolatile(write);
            return index < 0 ? Long.MAX_VALUE : capacity - (index - Words.getLongVolatile(read));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether the ring takes no more packets. */
    boolean isClosed() {
        try {
            return Words.getLongAcquire(write) < 0;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Takes no more packets from now on. */
    void close() {
        try {
            long index;
            do {
                index = Words.getLongVolatile(write);
            } while (!Words.compareAndSetLong(write, index, index | CLOSED_BIT));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Claims a slot, writes a packet and makes it visible.
     *
     * @param packet one with a command that was {@linkplain PacketBody#check checked}
     * @return the packet's id, {@link #FULL} or {@link #CLOSED}
     */
    long put(Packet packet) {
        try {
            long id = claim();
            if (id >= 0) {
                long slot = slot(id);
                int type = PacketBody.write(slot, packet.command());
                packets[(int) id & mask] = packet;
                Words.setIntRelease(slot + PacketLayout.HEADER, round(id) | type);
            }
            return id;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private long claim() {
        while (true) {
            long index = Words.getLongVolatile(write);
            if (index < 0) {
                return CLOSED;
            }
            if (index - Words.getLongAcquire(knownRead) >= capacity) {
                long now = Words.getLongAcquire(read);
                if (index - now >= capacity) {
                    return FULL; // at the moment the read index was read: the write index only grows
                }
                Words.setLongRelease(knownRead, now);
            }
            if (Words.compareAndSetLong(write, index, index + 1)) {
                return index;
            }
        }
    }

    /** The type of the packet with the given id, or {@link PacketLayout#INVALID} if it is not complete yet. */
    int header(long id) {
        int type = Words.getIntAcquire(slot(id) + PacketLayout.HEADER) - round(id);
        return Integer.compareUnsigned(type, 1 << PacketLayout.TYPE_BITS) < 0 ? type : PacketLayout.INVALID;
    }

    /** How often the ring has gone round with the given id, from 1, in the place it has in a header. */
    private int round(long id) {
        return (int) ((id >>> roundShift) + 1) << PacketLayout.TYPE_BITS;
    }

    /** The packet with the given id, which must be complete and not freed. */
    Packet packet(long id) {
        Packet packet = packets[(int) id & mask];
        if (packet == null) {
            throw new AssertionError("no packet in the slot of id=" + id);
        }
        return packet;
    }

    /** The packet with the given id if it is complete already. */
    @Nullable
    Packet packetIfComplete(long id) {
        return header(id) == PacketLayout.INVALID ? null : packets[(int) id & mask];
    }

    /** Frees the slot of the oldest packet. For the consumer. */
    void free(long id) {
        // Volatile, so that the look for waiting threads that follows sees those which did not see this.
        Words.setLongVolatile(read, id + 1);
    }

    /**
     * Lets go of freed packets that nobody has overwritten. Not done as they are freed: producers write the same lines.
     *
     * @param from the first packet's id
     * @param to the id behind the last one, all of them freed
     */
    void forget(long from, long to) {
        for (long id = Math.max(from, to - capacity); id < to; id++) {
            int index = (int) id & mask;
            Packet packet = (Packet) PACKETS.getAcquire(packets, index);
            // If the slot had been claimed again before this look at the write index, the packet might be a new one.
            if (packet != null && writeIndex() <= id + capacity) {
                PACKETS.compareAndSet(packets, index, packet, (Packet) null);
            }
        }
    }

    /**
     * Reads ahead what the consumer will need of the packets that are complete, all at a time, so that the processor fetches
     * their cache lines side by side and not one after the other.
     *
     * @return something that depends on all that was read
     */
    int readAhead(long from, int most) {
        int launches = 0;
        for (long id = from; id < from + most; id++) {
            if (header(id) == PacketLayout.INVALID) {
                break;
            }
            Packet packet = packets[(int) id & mask];
            if (packet != null && packet.command() instanceof Command.Launch) {
                launches++;
            }
        }
        return launches;
    }

    /** The address of the packet with the given id; valid while this ring is reachable. */
    long slot(long id) {
        return slots + (id & mask) * PacketLayout.BYTES;
    }
}
