package io.headrace.signal;

import static io.headrace.signal.SlotLayout.COPY_END;
import static io.headrace.signal.SlotLayout.COPY_START;
import static io.headrace.signal.SlotLayout.CORE_SIGNAL;
import static io.headrace.signal.SlotLayout.END;
import static io.headrace.signal.SlotLayout.ID;
import static io.headrace.signal.SlotLayout.KIND;
import static io.headrace.signal.SlotLayout.KIND_INVALID;
import static io.headrace.signal.SlotLayout.KIND_USER;
import static io.headrace.signal.SlotLayout.START;
import static io.headrace.signal.SlotLayout.VALID_ID;
import static io.headrace.signal.SlotLayout.VALUE;

import io.headrace.error.InvalidSignalException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The slots of an arena behind a bus. A load is one read, a store one write, and one flush where the bus needs it.
 *
 * <p>No bus carries the host's read-modify-write operations: they are a read and a write under a lock of the host. So they are
 * atomic among the host's stores, not against those of a device, which such an operation may undo.
 */
final class BusSlots extends SlotAccess {

    /** What one transaction holds at most, in words. */
    private static final int BLOCK_WORDS = 8;

    private static final int BLOCK_BYTES = BLOCK_WORDS * Long.BYTES;

    private final SignalBus bus;
    private final boolean flushes;

    /** {@code null}: the slots themselves are asked. */
    private final @Nullable SlotCopies copies;

    /** Held for each change of a value, never while anybody waits for one. */
    private final ReentrantLock changing = new ReentrantLock();

    BusSlots(SignalBus bus, @Nullable SlotCopies copies) {
        this.bus = bus;
        this.flushes = bus.kind() == SignalBus.Kind.PCIE;
        this.copies = copies;
    }

    /** Makes a free slot a signal's. It is to be followed by a {@link #flush} before others learn of it. */
    void fill(long slot, long initial) {
        long[] words = new long[BLOCK_WORDS];
        words[KIND / Long.BYTES] = KIND_USER;
        words[VALUE / Long.BYTES] = initial;
        bus.write(slot, words);
        words = new long[BLOCK_WORDS];
        words[wordOfSecond(CORE_SIGNAL)] = slot;
        words[wordOfSecond(ID)] = VALID_ID;
        bus.write(slot + BLOCK_BYTES, words);
        if (copies != null) {
            copies.fill(slot);
        }
    }

    /** Makes a slot free. */
    void clear(long slot) {
        if (copies != null) {
            copies.clear(slot);
        }
        bus.write(slot + ID, 0);
        bus.write(slot + KIND, KIND_INVALID);
        flush();
    }

    /** Makes what was written certain to be seen by the device. */
    void flush() {
        if (flushes) {
            bus.flush();
        }
    }

    @Override
    boolean isSlow() {
        return true;
    }

    @Override
    long load(long slot) {
        check(slot);
        return bus.read(slot + VALUE);
    }

    @Override
    void store(long slot, long value) {
        check(slot);
        changing.lock();
        try {
            bus.write(slot + VALUE, value);
            flush();
        } finally {
            changing.unlock();
        }
    }

    @Override
    long add(long slot, long delta) {
        return change(slot, before -> before + delta);
    }

    @Override
    long and(long slot, long mask) {
        return change(slot, before -> before & mask);
    }

    @Override
    long or(long slot, long mask) {
        return change(slot, before -> before | mask);
    }

    @Override
    long xor(long slot, long mask) {
        return change(slot, before -> before ^ mask);
    }

    @Override
    long exchange(long slot, long value) {
        return change(slot, before -> value);
    }

    @Override
    long compareAndSet(long slot, long expected, long value) {
        return change(slot, before -> before == expected ? value : before);
    }

    @Override
    TickPair dispatchTicks(long slot) {
        check(slot);
        return readDispatch(slot);
    }

    private TickPair readDispatch(long slot) {
        long[] pair = new long[2];
        bus.read(slot + START, pair);
        return new TickPair(pair[0], pair[1]);
    }

    @Override
    TickPair copyTicks(long slot) {
        check(slot);
        if (copies != null && copies.isDispatchOnly(slot)) {
            TickPair dispatch = readDispatch(slot);
            if (dispatch.end() != 0) {
                return dispatch;
            }
        }
        long[] block = new long[BLOCK_WORDS];
        bus.read(slot + BLOCK_BYTES, block);
        return new TickPair(block[wordOfSecond(COPY_START)], block[wordOfSecond(COPY_END)]);
    }

    @Override
    void stampDispatch(long slot, long start, long end) {
        bus.write(slot + START, new long[] {start, end});
        flush();
        if (copies != null) {
            copies.dispatchStamped(slot);
        }
    }

    @Override
    void stampCopy(long slot, long start, long end) {
        if (copies != null) {
            copies.copyStamped(slot);
        }
        bus.write(slot + COPY_END, 0);
        bus.write(slot + COPY_START, start);
        bus.write(slot + COPY_END, end);
        flush();
    }

    @Override
    void clearTimes(long slot) {
        if (copies != null) {
            copies.timesCleared(slot);
        }
        bus.write(slot + END, 0);
        bus.write(slot + COPY_END, 0);
        flush();
    }

    /** A value that stays as it is is not written: it may be another one by now. */
    private long change(long slot, LongUnaryOperator how) {
        check(slot);
        changing.lock();
        try {
            long before = bus.read(slot + VALUE);
            long after = how.applyAsLong(before);
            if (after != before) {
                bus.write(slot + VALUE, after);
                flush();
            }
            return before;
        } finally {
            changing.unlock();
        }
    }

    private void check(long slot) {
        boolean signal = copies == null
                ? bus.read(slot + ID) == VALID_ID && bus.read(slot + CORE_SIGNAL) == slot
                : copies.isSignal(slot);
        if (!signal) {
            throw new InvalidSignalException("the slot is no signal's any more: slot=0x" + Long.toHexString(slot)
                    + "; somebody else wrote over it");
        }
    }

    /** The place of a word in the slot's second block. */
    private static int wordOfSecond(int offset) {
        return (offset - BLOCK_BYTES) / Long.BYTES;
    }
}
