package io.headrace.memory;

/**
 * Atomic changes of native words that no instruction makes, as loops of compare-and-exchange. All are volatile and return what
 * the word had; a change to the same bits may leave out the write. Addresses must be multiples of the word's size.
 *
 * <p>Sums of floats are rounded at each step, so what many of them add up to depends on their order. Minima and maxima are those
 * of {@link Math}: NaN wins, and -0.0 is less than 0.0.
 */
public final class Atomics {

    private Atomics() {}

    /** Lowers a 32-bit integer to a value, if it is greater; returns what it had. */
    public static int getAndMinInt(long address, int value) {
        int seen = Words.getIntVolatile(address);
        while (true) {
            int next = Math.min(seen, value);
            int found = next == seen ? seen : Words.compareAndExchangeInt(address, seen, next);
            if (found == seen) {
                return seen;
            }
            seen = found;
        }
    }

    /** Raises a 32-bit integer to a value, if it is less; returns what it had. */
    public static int getAndMaxInt(long address, int value) {
        int seen = Words.getIntVolatile(address);
        while (true) {
            int next = Math.max(seen, value);
            int found = next == seen ? seen : Words.compareAndExchangeInt(address, seen, next);
            if (found == seen) {
                return seen;
            }
            seen = found;
        }
    }

    /** Lowers a 64-bit integer to a value, if it is greater; returns what it had. */
    public static long getAndMinLong(long address, long value) {
        long seen = Words.getLongVolatile(address);
        while (true) {
            long next = Math.min(seen, value);
            long found = next == seen ? seen : Words.compareAndExchangeLong(address, seen, next);
            if (found == seen) {
                return seen;
            }
            seen = found;
        }
    }

    /** Raises a 64-bit integer to a value, if it is less; returns what it had. */
    public static long getAndMaxLong(long address, long value) {
        long seen = Words.getLongVolatile(address);
        while (true) {
            long next = Math.max(seen, value);
            long found = next == seen ? seen : Words.compareAndExchangeLong(address, seen, next);
            if (found == seen) {
                return seen;
            }
            seen = found;
        }
    }

    /** Adds a value to a 32-bit float; returns what it had. */
    public static float getAndAddFloat(long address, float value) {
        int seen = Words.getIntVolatile(address);
        while (true) {
            int next = Float.floatToRawIntBits(Float.intBitsToFloat(seen) + value);
            int found = next == seen ? seen : Words.compareAndExchangeInt(address, seen, next);
            if (found == seen) {
                return Float.intBitsToFloat(seen);
            }
            seen = found;
        }
    }

    /** Lowers a 32-bit float to a value, if it is greater; returns what it had. */
    public static float getAndMinFloat(long address, float value) {
        int seen = Words.getIntVolatile(address);
        while (true) {
            int next = Float.floatToRawIntBits(Math.min(Float.intBitsToFloat(seen), value));
            int found = next == seen ? seen : Words.compareAndExchangeInt(address, seen, next);
            if (found == seen) {
                return Float.intBitsToFloat(seen);
            }
            seen = found;
        }
    }

    /** Raises a 32-bit float to a value, if it is less; returns what it had. */
    public static float getAndMaxFloat(long address, float value) {
        int seen = Words.getIntVolatile(address);
        while (true) {
            int next = Float.floatToRawIntBits(Math.max(Float.intBitsToFloat(seen), value));
            int found = next == seen ? seen : Words.compareAndExchangeInt(address, seen, next);
            if (found == seen) {
                return Float.intBitsToFloat(seen);
            }
            seen = found;
        }
    }

    /** Adds a value to a 64-bit float; returns what it had. */
    public static double getAndAddDouble(long address, double value) {
        long seen = Words.getLongVolatile(address);
        while (true) {
            long next = Double.doubleToRawLongBits(Double.longBitsToDouble(seen) + value);
            long found = next == seen ? seen : Words.compareAndExchangeLong(address, seen, next);
            if (found == seen) {
                return Double.longBitsToDouble(seen);
            }
            seen = found;
        }
    }

    /** Lowers a 64-bit float to a value, if it is greater; returns what it had. */
    public static double getAndMinDouble(long address, double value) {
        long seen = Words.getLongVolatile(address);
        while (true) {
            long next = Double.doubleToRawLongBits(Math.min(Double.longBitsToDouble(seen), value));
            long found = next == seen ? seen : Words.compareAndExchangeLong(address, seen, next);
            if (found == seen) {
                return Double.longBitsToDouble(seen);
            }
            seen = found;
        }
    }

    /** Raises a 64-bit float to a value, if it is less; returns what it had. */
    public static double getAndMaxDouble(long address, double value) {
        long seen = Words.getLongVolatile(address);
        while (true) {
            long next = Double.doubleToRawLongBits(Math.max(Double.longBitsToDouble(seen), value));
            long found = next == seen ? seen : Words.compareAndExchangeLong(address, seen, next);
            if (found == seen) {
                return Double.longBitsToDouble(seen);
            }
            seen = found;
        }
    }
}
