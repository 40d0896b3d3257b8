package io.headrace.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Reads and writes of native words by absolute address, with the memory order in each name.
 *
 * <p>Every access goes through one constant segment that spans the whole address space: its type is exact, so that no
 * profile of other segments can slow it down, and no bounds are checked. Callers check address and life themselves.
 */
public final class Words {

    /** The whole address space as one segment of the global scope. Offsets in it are absolute addresses. */
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

    private Words() {}

    /** The word at an address; a plain read. */
    public static long getLongPlain(long address) {
        return (long) LONG.get(ALL, address);
    }

    /** The word at an address; what follows is not done before. */
    public static long getLongAcquire(long address) {
        return (long) LONG.getAcquire(ALL, address);
    }

    /** The word at an address, in the one order of all volatile accesses. */
    public static long getLongVolatile(long address) {
        return (long) LONG.getVolatile(ALL, address);
    }

    /** Stores a word; a plain write. */
    public static void setLongPlain(long address, long value) {
        LONG.set(ALL, address, value);
    }

    /** Stores a word after all that was done before. */
    public static void setLongRelease(long address, long value) {
        LONG.setRelease(ALL, address, value);
    }

    /** Stores a word in the one order of all volatile accesses. */
    public static void setLongVolatile(long address, long value) {
        LONG.setVolatile(ALL, address, value);
    }

    /** Replaces the word if it has the expected value. Volatile; returns whether it had. */
    public static boolean compareAndSetLong(long address, long expected, long value) {
        return LONG.compareAndSet(ALL, address, expected, value);
    }

    /** Replaces the word if it has the expected value. Volatile; returns what it had. */
    public static long compareAndExchangeLong(long address, long expected, long value) {
        return (long) LONG.compareAndExchange(ALL, address, expected, value);
    }

    /** Volatile; returns what the word had. */
    public static long getAndSetLong(long address, long value) {
        return (long) LONG.getAndSet(ALL, address, value);
    }

    /** Volatile; returns what the word had. */
    public static long getAndAddLong(long address, long delta) {
        return (long) LONG.getAndAdd(ALL, address, delta);
    }

    /** Volatile; returns what the word had. */
    public static long getAndBitwiseAndLong(long address, long mask) {
        return (long) LONG.getAndBitwiseAnd(ALL, address, mask);
    }

    /** Volatile; returns what the word had. */
    public static long getAndBitwiseOrLong(long address, long mask) {
        return (long) LONG.getAndBitwiseOr(ALL, address, mask);
    }

    /** Volatile; returns what the word had. */
    public static long getAndBitwiseXorLong(long address, long mask) {
        return (long) LONG.getAndBitwiseXor(ALL, address, mask);
    }

    /** The 32-bit word at an address; a plain read. */
    public static int getIntPlain(long address) {
        return (int) INT.get(ALL, address);
    }

    /** The 32-bit word at an address; what follows is not done before. */
    public static int getIntAcquire(long address) {
        return (int) INT.getAcquire(ALL, address);
    }

    /** Stores a 32-bit word; a plain write. */
    public static void setIntPlain(long address, int value) {
        INT.set(ALL, address, value);
    }

    /** Stores a 32-bit word after all that was done before. */
    public static void setIntRelease(long address, int value) {
        INT.setRelease(ALL, address, value);
    }

    /** Reads a 32-bit word; volatile. */
    public static int getIntVolatile(long address) {
        return (int) INT.getVolatile(ALL, address);
    }

    /** Replaces the word if it has the expected value; says whether it had. Volatile. */
    public static boolean compareAndSetInt(long address, int expected, int value) {
        return INT.compareAndSet(ALL, address, expected, value);
    }

    /** Replaces the word if it has the expected value. Volatile; returns what it had. */
    public static int compareAndExchangeInt(long address, int expected, int value) {
        return (int) INT.compareAndExchange(ALL, address, expected, value);
    }

    /** Volatile; returns what the word had. */
    public static int getAndSetInt(long address, int value) {
        return (int) INT.getAndSet(ALL, address, value);
    }

    /** Volatile; returns what the word had. */
    public static int getAndAddInt(long address, int delta) {
        return (int) INT.getAndAdd(ALL, address, delta);
    }

    /** Volatile; returns what the word had. */
    public static int getAndBitwiseAndInt(long address, int mask) {
        return (int) INT.getAndBitwiseAnd(ALL, address, mask);
    }

    /** Volatile; returns what the word had. */
    public static int getAndBitwiseOrInt(long address, int mask) {
        return (int) INT.getAndBitwiseOr(ALL, address, mask);
    }

    /** Volatile; returns what the word had. */
    public static int getAndBitwiseXorInt(long address, int mask) {
        return (int) INT.getAndBitwiseXor(ALL, address, mask);
    }
}
