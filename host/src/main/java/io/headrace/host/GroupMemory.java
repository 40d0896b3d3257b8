package io.headrace.host;

import io.headrace.error.ResourcesExhaustedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arrays of the groups that one thread runs, one group after the other.
 *
 * <p>A kernel asks for the same arrays in each group, in the same order. So the array that was made for the same place in
 * that order is used again if it has the right type and length; else another one takes its place.
 */
final class GroupMemory {

    /** The most bytes that a group's arrays have in all: about what a processor's private cache holds. */
    static final long LIMIT_BYTES = 1 << 20;

    /** The most arrays a group has, for those without elements take memory too. */
    static final int LIMIT_ARRAYS = 1 << 16;

    private static final ThreadLocal<GroupMemory> OF_THREADS = ThreadLocal.withInitial(GroupMemory::new);

    private final List<Object> arrays = new ArrayList<>();
    private int used;
    private long usedBytes;

    /** Bytes of arrays that were made since the list was last empty, those that others replaced included. */
    private long madeBytes;

    static GroupMemory ofThisThread() {
        return OF_THREADS.get();
    }

    /** The arrays given out before are free for the next group. */
    void beginGroup() {
        used = 0;
        usedBytes = 0;
    }

    /** A row of groups has ended. What kernels of many kinds have left behind is not kept for ever. */
    void end() {
        if (madeBytes > 2 * LIMIT_BYTES) {
            arrays.clear();
            madeBytes = 0;
        }
    }

    float[] floats(int length) {
        long bytes = take(length, Float.BYTES);
        if (known() instanceof float[] array && array.length == length) {
            Arrays.fill(array, 0);
            return next(array);
        }
        return made(new float[length], bytes);
    }

    double[] doubles(int length) {
        long bytes = take(length, Double.BYTES);
        if (known() instanceof double[] array && array.length == length) {
            Arrays.fill(array, 0);
            return next(array);
        }
        return made(new double[length], bytes);
    }

    int[] ints(int length) {
        long bytes = take(length, Integer.BYTES);
        if (known() instanceof int[] array && array.length == length) {
            Arrays.fill(array, 0);
            return next(array);
        }
        return made(new int[length], bytes);
    }

    long[] longs(int length) {
        long bytes = take(length, Long.BYTES);
        if (known() instanceof long[] array && array.length == length) {
            Arrays.fill(array, 0);
            return next(array);
        }
        return made(new long[length], bytes);
    }

    byte[] bytes(int length) {
        long bytes = take(length, Byte.BYTES);
        if (known() instanceof byte[] array && array.length == length) {
            Arrays.fill(array, (byte) 0);
            return next(array);
        }
        return made(new byte[length], bytes);
    }

    private long take(int length, int elementBytes) {
        if (length < 0) {
            throw new IllegalArgumentException("a group's array must not have a negative length: length=" + length);
        }
        if (used == LIMIT_ARRAYS) {
            throw new ResourcesExhaustedException(
                    "a group cannot have more arrays: limit=" + LIMIT_ARRAYS + "; use parts of one array");
        }
        long bytes = (long) length * elementBytes;
        if (usedBytes + bytes > LIMIT_BYTES) {
            throw new ResourcesExhaustedException("a group has no room for the array: bytes=" + bytes + " usedBytes="
                    + usedBytes + " limitBytes=" + LIMIT_BYTES + "; make groups or tiles smaller");
        }
        usedBytes += bytes;
        return bytes;
    }

    private Object known() {
        return used < arrays.size() ? arrays.get(used) : "";
    }

    private <T> T next(T array) {
        used++;
        return array;
    }

    private <T> T made(T array, long bytes) {
        if (used < arrays.size()) {
            arrays.set(used, array);
        } else {
            arrays.add(array);
        }
        madeBytes += bytes;
        return next(array);
    }
}
