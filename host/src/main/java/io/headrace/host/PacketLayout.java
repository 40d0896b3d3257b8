package io.headrace.host;

/**
 * How a packet lies in the ring: 64 bytes in native byte order.
 *
 * <pre>
 * offset  0  int   header: the packet's type in the low bits, above them how often the ring has gone round, from 1; so what
 *                  an earlier round left behind is no packet, and nobody has to erase it
 *         4  int   setup: see the types
 *         8  6 longs: see the types
 *        56  reserved
 *
 * type           setup                      words
 * KERNEL         dimensions                 x, y, z: items in each dimension, or groups of items
 * COPY           FROM_HOST, TO_HOST flags   from, to: addresses (0 if the flag is set: the segment rides beside the ring);
 *                                           bytes
 * COPY_2D        like COPY                  from, to: like COPY; bytes in a row; rows; pitch of the source, of the destination
 * FILL           bytes of the pattern       to: address; bytes; pattern in its low bytes
 * BARRIER_AND    number of positions        for each position: address of a queue's read index; the value it must exceed
 * NATIVE         0
 * SEQUENCE       number of packets          address of the first one; they lie one behind the other, their types as headers
 * </pre>
 *
 * <p>What has no native form (a kernel's code and what it captured, segments of host memory, the packet's listener) rides
 * in an array beside the ring, at the same index.
 */
final class PacketLayout {

    static final int BYTES = 64;
    static final int HEADER = 0;
    static final int SETUP = 4;
    static final int WORDS = 8;

    /** No type: there is no complete packet. */
    static final int INVALID = 0;

    static final int KERNEL = 1;
    static final int COPY = 2;
    static final int FILL = 3;
    static final int BARRIER_AND = 4;
    static final int SEQUENCE = 5;
    static final int NATIVE = 6;
    static final int COPY_2D = 7;

    static final int TYPE_BITS = 4;

    static final int FROM_HOST = 1;
    static final int TO_HOST = 2;

    private PacketLayout() {}
}
