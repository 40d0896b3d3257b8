package io.headrace.signal;

import static io.headrace.signal.SlotLayout.VALUE;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A signal's operations on its value. The order in a method's name is what a caller may rely on. All that change the value
 * are carried out in the strongest order, since whoever waits is told right after, behind a full fence; a relaxed store
 * saves nothing. Every one of them tells those who wait, whether or not the value changed.
 *
 * <p>If the signal is in a device's memory behind a bus, a load is one read over the bus and a store one write; all other
 * operations are a read and a write, in turn with those of other threads of this process, but not atomic against stores that the
 * device makes meanwhile, which they may undo.
 *
 * <p>Every method throws {@link InvalidSignalException} if the signal is closed, and has changed nothing then. What else
 * a change throws is about memory that cannot be reached any more, as that of a device that is lost; the value may have
 * changed all the same, and who waits for the one that is there learns of it if it can be read later.
 */
abstract sealed class SignalValue extends SignalTimes permits Signal {

    SignalValue(SlotHome home, long address, @Nullable SlotAccess access) {
        super(home, address, access);
    }

    /** Whether the signal has, or had, a handler: then stores and looks take turns. */
    abstract boolean hasHandlers();

    /** Carries out a change in its turn, and has the handlers and watches called that the value satisfies then. */
    abstract long changeInTurn(LongSupplier change);

    /** A change failed, and may have taken place all the same: those who wait must not miss it. Does not throw. */
    abstract void mayHaveChanged(Throwable failure);

    /** Calls the watches that the present value satisfies, after a change that took no turn. */
    abstract void tellWatches();

    /** The value of the slot now, whoever has it: the caller looks at the signal's life afterwards. */
    final long observe() {
        return access == null ? Words.getLongVolatile(valueAddress()) : loadInUse(access);
    }

    private long valueAddress() {
        return (address & SlotLayout.ADDRESS_BITS) + VALUE;
    }

    /** The value. */
    public final long loadRelaxed() {
        return loadAcquire();
    }

    /** The value; what its writer wrote before a release is visible after it. */
    public final long loadAcquire() {
        // The look at the signal's life must come after the read, and acquire keeps it there.
        long value = access == null ? Words.getLongAcquire(valueAddress()) : loadInUse(access);
        if (isClosed()) {
            throw closedException();
        }
        return value;
    }

    /** Stores a value. */
    public final void storeRelaxed(long value) {
        storeRelease(value);
    }

    /** Stores a value; what was written before is visible to whoever acquires it. */
    public final void storeRelease(long value) {
        if (hasHandlers()) {
            changeInTurn(() -> put(value));
        } else {
            put(value);
            tellWatches();
        }
    }

    private long put(long value) {
        enter();
        try {
            if (access == null) {
                Words.setLongRelease(address + VALUE, value);
            } else {
                access.store(address, value);
            }
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
        return value;
    }

    /**
     * Stores with release order in a signal that the caller retains ({@link #retain}), also if it is closed. For the
     * runtime and for drivers; not checked.
     */
    public final void storeRetained(long value) {
        if (hasHandlers()) {
            changeInTurn(() -> putRetained(value));
        } else {
            putRetained(value);
            tellWatches();
        }
    }

    private long putRetained(long value) {
        if (access == null) {
            Words.setLongVolatile(address + VALUE, value);
            return value;
        }
        try {
            access.store(address, value);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        }
        return value;
    }

    /** Adds to the value, wrapping around, in relaxed order; returns what it was before. */
    public final long addRelaxed(long delta) {
        return add(delta);
    }

    /** Adds to the value, wrapping around, in acquire order; returns what it was before. */
    public final long addAcquire(long delta) {
        return add(delta);
    }

    /** Adds to the value, wrapping around, in release order; returns what it was before. */
    public final long addRelease(long delta) {
        return add(delta);
    }

    /** Adds to the value, wrapping around, in acquire and release order; returns what it was before. */
    public final long addAcqRel(long delta) {
        return add(delta);
    }

    /** Subtracts from the value, wrapping around, in relaxed order; returns what it was before. */
    public final long subtractRelaxed(long delta) {
        return add(-delta);
    }

    /** Subtracts from the value, wrapping around, in acquire order; returns what it was before. */
    public final long subtractAcquire(long delta) {
        return add(-delta);
    }

    /** Subtracts from the value, wrapping around, in release order; returns what it was before. */
    public final long subtractRelease(long delta) {
        return add(-delta);
    }

    /** Subtracts from the value, wrapping around, in acquire and release order; returns what it was before. */
    public final long subtractAcqRel(long delta) {
        return add(-delta);
    }

    /** Sets the value to its bitwise AND with the mask, in relaxed order; returns what it was before. */
    public final long andRelaxed(long mask) {
        return and(mask);
    }

    /** Sets the value to its bitwise AND with the mask, in acquire order; returns what it was before. */
    public final long andAcquire(long mask) {
        return and(mask);
    }

    /** Sets the value to its bitwise AND with the mask, in release order; returns what it was before. */
    public final long andRelease(long mask) {
        return and(mask);
    }

    /** Sets the value to its bitwise AND with the mask, in acquire and release order; returns what it was before. */
    public final long andAcqRel(long mask) {
        return and(mask);
    }

    /** Sets the value to its bitwise OR with the mask, in relaxed order; returns what it was before. */
    public final long orRelaxed(long mask) {
        return or(mask);
    }

    /** Sets the value to its bitwise OR with the mask, in acquire order; returns what it was before. */
    public final long orAcquire(long mask) {
        return or(mask);
    }

    /** Sets the value to its bitwise OR with the mask, in release order; returns what it was before. */
    public final long orRelease(long mask) {
        return or(mask);
    }

    /** Sets the value to its bitwise OR with the mask, in acquire and release order; returns what it was before. */
    public final long orAcqRel(long mask) {
        return or(mask);
    }

    /** Sets the value to its bitwise XOR with the mask, in relaxed order; returns what it was before. */
    public final long xorRelaxed(long mask) {
        return xor(mask);
    }

    /** Sets the value to its bitwise XOR with the mask, in acquire order; returns what it was before. */
    public final long xorAcquire(long mask) {
        return xor(mask);
    }

    /** Sets the value to its bitwise XOR with the mask, in release order; returns what it was before. */
    public final long xorRelease(long mask) {
        return xor(mask);
    }

    /** Sets the value to its bitwise XOR with the mask, in acquire and release order; returns what it was before. */
    public final long xorAcqRel(long mask) {
        return xor(mask);
    }

    /** Stores a value, in relaxed order; returns what it was before. */
    public final long exchangeRelaxed(long value) {
        return exchange(value);
    }

    /** Stores a value, in acquire order; returns what it was before. */
    public final long exchangeAcquire(long value) {
        return exchange(value);
    }

    /** Stores a value, in release order; returns what it was before. */
    public final long exchangeRelease(long value) {
        return exchange(value);
    }

    /** Stores a value, in acquire and release order; returns what it was before. */
    public final long exchangeAcqRel(long value) {
        return exchange(value);
    }

    /** Stores a value if the present one is as expected, in relaxed order; returns what it was before. */
    public final long compareAndSetRelaxed(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** Stores a value if the present one is as expected, in acquire order; returns what it was before. */
    public final long compareAndSetAcquire(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** Stores a value if the present one is as expected, in release order; returns what it was before. */
    public final long compareAndSetRelease(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** Stores a value if the present one is as expected, in acquire and release order; returns what it was before. */
    public final long compareAndSetAcqRel(long expected, long value) {
        return compareAndSet(expected, value);
    }

    /** The value by way of an access; any number, with no look at the slot, if the signal is closed. */
    private long loadInUse(SlotAccess by) {
        if (!tryEnter()) {
            return 0;
        }
        try {
            return by.load(address);
        } finally {
            leave();
        }
    }

    private long add(long delta) {
        if (hasHandlers()) {
            return changeInTurn(() -> addNow(delta));
        }
        long before = addNow(delta);
        tellWatches();
        return before;
    }

    private long addNow(long delta) {
        enter();
        try {
            return access == null ? Words.getAndAddLong(address + VALUE, delta) : access.add(address, delta);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }

    private long and(long mask) {
        if (hasHandlers()) {
            return changeInTurn(() -> andNow(mask));
        }
        long before = andNow(mask);
        tellWatches();
        return before;
    }

    private long andNow(long mask) {
        enter();
        try {
            return access == null ? Words.getAndBitwiseAndLong(address + VALUE, mask) : access.and(address, mask);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }

    private long or(long mask) {
        if (hasHandlers()) {
            return changeInTurn(() -> orNow(mask));
        }
        long before = orNow(mask);
        tellWatches();
        return before;
    }

    private long orNow(long mask) {
        enter();
        try {
            return access == null ? Words.getAndBitwiseOrLong(address + VALUE, mask) : access.or(address, mask);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }

    private long xor(long mask) {
        if (hasHandlers()) {
            return changeInTurn(() -> xorNow(mask));
        }
        long before = xorNow(mask);
        tellWatches();
        return before;
    }

    private long xorNow(long mask) {
        enter();
        try {
            return access == null ? Words.getAndBitwiseXorLong(address + VALUE, mask) : access.xor(address, mask);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }

    private long exchange(long value) {
        if (hasHandlers()) {
            return changeInTurn(() -> exchangeNow(value));
        }
        long before = exchangeNow(value);
        tellWatches();
        return before;
    }

    private long exchangeNow(long value) {
        enter();
        try {
            return access == null ? Words.getAndSetLong(address + VALUE, value) : access.exchange(address, value);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }

    private long compareAndSet(long expected, long value) {
        if (hasHandlers()) {
            return changeInTurn(() -> compareAndSetNow(expected, value));
        }
        long before = compareAndSetNow(expected, value);
        tellWatches();
        return before;
    }

    private long compareAndSetNow(long expected, long value) {
        enter();
        try {
            return access == null
                    ? Words.compareAndExchangeLong(address + VALUE, expected, value)
                    : access.compareAndSet(address, expected, value);
        } catch (RuntimeException | InternalError failure) {
            mayHaveChanged(failure);
            throw failure;
        } finally {
            leave();
        }
    }
}
