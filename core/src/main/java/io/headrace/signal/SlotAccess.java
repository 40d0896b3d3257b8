package io.headrace.signal;

import static io.headrace.signal.SlotLayout.COPY_END;
import static io.headrace.signal.SlotLayout.COPY_START;
import static io.headrace.signal.SlotLayout.END;
import static io.headrace.signal.SlotLayout.START;
import static io.headrace.signal.SlotLayout.VALUE;

import io.headrace.memory.Words;

/**
 * How what is in a slot is reached, for arenas that the host cannot simply read and write at any time: because their memory
 * goes away when nobody uses it any more, or because it is behind a bus. A signal of any other arena has none, and is read
 * and written in place.
 *
 * <p>Each call is part of a use of the signal ({@link SignalLife#enter}), reads too, so that the arena stays until the call
 * has ended. This class itself reads and writes in place, and so is all that memory needs that is ordinary while it is
 * there. Calls may throw; nothing is lost then but the access. Safe for use from any thread.
 */
class SlotAccess {

    /**
     * Whether a read takes so long that thousands of slots cannot be looked at again and again
     * ({@link ForeignWords} looks at some of them in turn).
     */
    boolean isSlow() {
        return false;
    }

    /** The value; what its writer wrote before a release is visible after it. */
    long load(long slot) {
        return Words.getLongVolatile(slot + VALUE);
    }

    /** Stores a value, in the strongest order. */
    void store(long slot, long value) {
        Words.setLongVolatile(slot + VALUE, value);
    }

    /** Adds to the value; returns what it was before. This and all that follow: in the strongest order. */
    long add(long slot, long delta) {
        return Words.getAndAddLong(slot + VALUE, delta);
    }

    /** Sets the value to its bitwise AND with the mask; returns what it was before. */
    long and(long slot, long mask) {
        return Words.getAndBitwiseAndLong(slot + VALUE, mask);
    }

    /** Sets the value to its bitwise OR with the mask; returns what it was before. */
    long or(long slot, long mask) {
        return Words.getAndBitwiseOrLong(slot + VALUE, mask);
    }

    /** Sets the value to its bitwise XOR with the mask; returns what it was before. */
    long xor(long slot, long mask) {
        return Words.getAndBitwiseXorLong(slot + VALUE, mask);
    }

    /** Stores a value; returns what it was before. */
    long exchange(long slot, long value) {
        return Words.getAndSetLong(slot + VALUE, value);
    }

    /** Stores a value if the present one is as expected; returns what it was before. */
    long compareAndSet(long slot, long expected, long value) {
        return Words.compareAndExchangeLong(slot + VALUE, expected, value);
    }

    /** What was stamped of a dispatch. */
    TickPair dispatchTicks(long slot) {
        return SlotTimes.read(slot + START, slot + END);
    }

    /** What a copy engine stamped; or what was stamped of a dispatch, if that is known to be all there is. */
    TickPair copyTicks(long slot) {
        return SlotTimes.read(slot + COPY_START, slot + COPY_END);
    }

    /** Stamps the times of a dispatch. */
    void stampDispatch(long slot, long start, long end) {
        SlotTimes.write(slot + START, slot + END, start, end);
    }

    /** Stamps the times of a copy engine's copy. */
    void stampCopy(long slot, long start, long end) {
        SlotTimes.write(slot + COPY_START, slot + COPY_END, start, end);
    }

    /** Takes both pairs of times away. */
    void clearTimes(long slot) {
        SlotTimes.clear(slot + END);
        SlotTimes.clear(slot + COPY_END);
    }
}
