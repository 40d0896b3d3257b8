package io.headrace.hsa;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.memory.Words;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.QueuePriority;

/**
 * An HSA queue, and what writes packets there: reserves a slot by the write index, writes the packet's body, its header last with
 * release, and rings the doorbell. One thread at a time writes, whichever has the queue's lock or stands in for it; so a slot is filled before
 * any behind it is reserved.
 *
 * <p>Each packet has the barrier bit: it begins when all in front of it have ended.
 */
final class AqlRing {

    static final long PACKET_BYTES = 64;

    private static final int KERNEL_DISPATCH = 2;
    private static final int BARRIER_AND = 3;
    private static final int BARRIER_BIT = 1 << 8;

    /** Before and after a packet caches are made to agree with the whole system: the host and other devices may read what a kernel wrote. */
    private static final int SYSTEM_FENCES = 2 << 9 | 2 << 11;

    private static final int DISPATCH_HEADER = KERNEL_DISPATCH | BARRIER_BIT | SYSTEM_FENCES;
    private static final int BARRIER_HEADER = BARRIER_AND | BARRIER_BIT | SYSTEM_FENCES;

    /** Several may write, since native calls may. */
    private static final int MULTIPLE_PRODUCERS = 0;

    /** ROCr finds by itself what scratch memory kernels need. */
    private static final int UNKNOWN_SIZE = -1;

    private static final long BASE_OFFSET = 8;
    private static final long DOORBELL_OFFSET = 16;
    private static final long SIZE_OFFSET = 24;

    private final HsaApi api;
    private final long queue;
    private final long base;
    private final long doorbell;
    private final int size;
    private final long listener;

    private long written;
    private long seenRead;
    private long rung = -1;

    /**
     * Makes it.
     *
     * @param size how many packets it is to hold, a power of two that the agent takes
     */
    AqlRing(HsaContext context, String name, int size, QueuePriority priority) {
        api = context.api();
        listener = HsaCallbacks.addQueue(status -> context.fail("run packets of " + name, status));
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            int code = api.queueCreate(
                    context.agent().handle(),
                    size,
                    MULTIPLE_PRODUCERS,
                    HsaCallbacks.queueFailed(),
                    listener,
                    UNKNOWN_SIZE,
                    UNKNOWN_SIZE,
                    out.address());
            if (code != HsaErrors.SUCCESS) {
                HsaCallbacks.removeQueue(listener);
                throw code == HsaErrors.OUT_OF_RESOURCES || code == HsaErrors.INVALID_QUEUE_CREATION
                        ? new ResourcesExhaustedException("ROCr makes no more queues: name=" + name + " device="
                                + context.id() + " code=" + HsaErrors.hex(code) + " codeName="
                                + HsaErrors.name(api, code) + "; use fewer (HEADRACE_NUM_QUEUES)")
                        : context.exception("create queue " + name, code);
            }
            queue = out.getLong(0);
        }
        base = Words.getLongPlain(queue + BASE_OFFSET);
        doorbell = Words.getLongPlain(queue + DOORBELL_OFFSET);
        this.size = Words.getIntPlain(queue + SIZE_OFFSET);
        api.setProfilerEnabled(queue, 1);
        if (priority != QueuePriority.NORMAL && api.hasPriorities()) {
            api.queueSetPriority(queue, priority == QueuePriority.HIGH ? 2 : 0);
        }
    }

    /** ROCr's {@code hsa_queue_t*}. */
    long handle() {
        return queue;
    }

    int size() {
        return size;
    }

    /** Whether so many packets can be written now. */
    boolean hasRoom(int packets) {
        if (written + packets - seenRead <= size) {
            return true;
        }
        seenRead = api.queueLoadReadIndex(queue);
        return written + packets - seenRead <= size;
    }

    /**
     * Writes a packet that runs a kernel. There is room.
     *
     * @param dimensions 1 to 3
     * @param groups items of a group in each dimension, 16 bits each, the first one in the lowest
     * @param completion the signal that is lowered by one when it has ended
     */
    void dispatch(
            int dimensions,
            long groups,
            int x,
            int y,
            int z,
            int privateBytes,
            int groupBytes,
            long kernel,
            long arguments,
            long completion) {
        long at = reserve();
        // Items of a group, 16 bits each, and 16 bits that are 0.
        Words.setIntPlain(at + 4, (int) groups);
        Words.setIntPlain(at + 8, (int) (groups >>> Integer.SIZE));
        Words.setIntPlain(at + 12, x);
        Words.setIntPlain(at + 16, y);
        Words.setIntPlain(at + 20, z);
        Words.setIntPlain(at + 24, privateBytes);
        Words.setIntPlain(at + 28, groupBytes);
        Words.setLongPlain(at + 32, kernel);
        Words.setLongPlain(at + 40, arguments);
        Words.setLongPlain(at + 48, 0);
        Words.setLongPlain(at + 56, completion);
        publish(at, DISPATCH_HEADER | dimensions << 16);
    }

    /**
     * Writes a packet that holds back what is behind it. There is room.
     *
     * @param awaited the signal that must be 0 first; 0: only the packets in front of it
     * @param completion the signal that is lowered by one then; 0: none
     */
    void barrier(long awaited, long completion) {
        long at = reserve();
        Words.setIntPlain(at + 4, 0);
        Words.setLongPlain(at + 8, awaited);
        for (long offset = 16; offset < 56; offset += Long.BYTES) {
            Words.setLongPlain(at + offset, 0);
        }
        Words.setLongPlain(at + 56, completion);
        publish(at, BARRIER_HEADER);
    }

    private long reserve() {
        long index = api.queueAddWriteIndex(queue, 1);
        written = index + 1;
        return base + (index & (size - 1)) * PACKET_BYTES;
    }

    private static void publish(long at, int header) {
        Words.setIntRelease(at, header);
    }

    /** Tells the GPU of the packets that were written. */
    void ring() {
        if (written - 1 != rung) {
            rung = written - 1;
            api.signalStoreRelease(doorbell, rung);
        }
    }

    /** Others may have written packets. */
    void reload() {
        written = api.queueLoadWriteIndex(queue);
        rung = written - 1; // who wrote them has rung
    }

    /** Destroys it, which may wait for the GPU; on the thread for chores. */
    void close() {
        api.queueDestroy(queue);
        HsaCallbacks.removeQueue(listener);
    }
}
