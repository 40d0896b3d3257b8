package io.headrace.spi;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Zeroed native memory for the arguments and results of rare calls, freed by its close. For drivers; offsets are in bytes and not checked. */
public final class NativeBlock implements AutoCloseable {

    private final NativeMemory memory;

    /** Allocates so many bytes, or one if there are none. */
    public NativeBlock(long bytes) {
        memory = NativeMemory.allocate(Math.max(1, bytes), Long.BYTES);
    }

    /** The bytes of an array. */
    public static NativeBlock of(byte[] bytes) {
        NativeBlock block = new NativeBlock(bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, block.segment(), 0, bytes.length);
        return block;
    }

    /** A text, and a zero behind it. */
    public static NativeBlock of(String text) {
        return of((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /** The first address, a multiple of 8. */
    public long address() {
        return memory.address();
    }

    /** All of it; valid until the close. */
    public MemorySegment segment() {
        return memory.segment();
    }

    /** The word at an offset. */
    public long getLong(long offset) {
        return Words.getLongPlain(memory.address() + offset);
    }

    /** The 32-bit word at an offset. */
    public int getInt(long offset) {
        return Words.getIntPlain(memory.address() + offset);
    }

    /** Sets the word at an offset. */
    public void setLong(long offset, long value) {
        Words.setLongPlain(memory.address() + offset, value);
    }

    /** Sets the 32-bit word at an offset. */
    public void setInt(long offset, int value) {
        Words.setIntPlain(memory.address() + offset, value);
    }

    @Override
    public void close() {
        memory.free();
    }
}
