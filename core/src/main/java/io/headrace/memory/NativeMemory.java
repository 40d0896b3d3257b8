package io.headrace.memory;

import io.headrace.error.OutOfDeviceMemoryException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Blocks of native memory from the C library's heap.
 *
 * <p>Not from an {@link Arena}: closing a shared arena makes all threads of the process stop for a moment and costs tens of
 * microseconds, and a block here outlives every lexical scope. So nothing guards an access to a block but the code that
 * owns it: whoever hands out addresses checks bounds and life first. Safe for use from any thread.
 */
public final class NativeMemory {

    private static final MethodHandle CALLOC = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("calloc"),
                    FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    private static final MethodHandle FREE = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("free"),
                    FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private final long base;
    private final long address;
    private final long bytes;

    private NativeMemory(long base, long address, long bytes) {
        this.base = base;
        this.address = address;
        this.bytes = bytes;
    }

    /**
     * Allocates a zeroed block.
     *
     * @param bytes its size, at least 1
     * @param alignment of its address, a power of two
     * @throws OutOfDeviceMemoryException if the process cannot have so much
     */
    public static NativeMemory allocate(long bytes, long alignment) {
        if (bytes < 1 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException("a block has at least 1 byte and a power of two as alignment: bytes="
                    + bytes + " alignment=" + alignment);
        }
        long base = bytes > Long.MAX_VALUE - alignment ? 0 : calloc(bytes + alignment - 1);
        if (base == 0) {
            throw new OutOfDeviceMemoryException(
                    "the host has no room for bytes=" + bytes + "; close buffers that are no longer needed");
        }
        return new NativeMemory(base, (base + alignment - 1) & -alignment, bytes);
    }

    /** The block's first address, aligned as asked. */
    public long address() {
        return address;
    }

    /** The block's size in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The block as a segment of the global scope; valid until {@link #free}. */
    public MemorySegment segment() {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** Gives the block back. The owner calls this once. */
    public void free() {
        try {
            FREE.invokeExact(base);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static long calloc(long bytes) {
        try {
            return (long) CALLOC.invokeExact(1L, bytes);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
