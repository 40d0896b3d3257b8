package io.headrace.cuda;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Zeroed native memory for the arguments and results of rare calls, freed by its close. */
final class NativeBlock implements AutoCloseable {

    private final NativeMemory memory;

    NativeBlock(long bytes) {
        memory = NativeMemory.allocate(Math.max(1, bytes), Long.BYTES);
    }

    /** The bytes of an array. */
    static NativeBlock of(byte[] bytes) {
        NativeBlock block = new NativeBlock(bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, block.segment(), 0, bytes.length);
        return block;
    }

    /** A text, and a zero behind it. */
    static NativeBlock of(String text) {
        return of((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    long address() {
        return memory.address();
    }

    MemorySegment segment() {
        return memory.segment();
    }

    long getLong(long offset) {
        return Words.getLongPlain(memory.address() + offset);
    }

    int getInt(long offset) {
        return Words.getIntPlain(memory.address() + offset);
    }

    void setLong(long offset, long value) {
        Words.setLongPlain(memory.address() + offset, value);
    }

    void setInt(long offset, int value) {
        Words.setIntPlain(memory.address() + offset, value);
    }

    @Override
    public void close() {
        memory.free();
    }
}
