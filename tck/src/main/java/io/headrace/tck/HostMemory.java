package io.headrace.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The kinds of host memory a caller may hand in, but confined arenas, which have rules of their own. */
enum HostMemory {
    GLOBAL_ARENA,
    AUTOMATIC_ARENA,
    SHARED_ARENA,
    HEAP_BYTES,
    HEAP_SHORTS,
    HEAP_CHARS,
    HEAP_INTS,
    HEAP_LONGS,
    HEAP_FLOATS,
    HEAP_DOUBLES;

    /** Allocates memory; that of the shared arena is never freed, which the few bytes of a test may cost. */
    @SuppressWarnings("MustBeClosed")
    MemorySegment allocate(long bytes) {
        return switch (this) {
            case GLOBAL_ARENA -> Arena.global().allocate(bytes, 8);
            case AUTOMATIC_ARENA -> Arena.ofAuto().allocate(bytes, 8);
            case SHARED_ARENA -> Arena.ofShared().allocate(bytes, 8);
            case HEAP_BYTES -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
            case HEAP_SHORTS ->
                MemorySegment.ofArray(new short[elements(bytes, 2)]).asSlice(0, bytes);
            case HEAP_CHARS ->
                MemorySegment.ofArray(new char[elements(bytes, 2)]).asSlice(0, bytes);
            case HEAP_INTS -> MemorySegment.ofArray(new int[elements(bytes, 4)]).asSlice(0, bytes);
            case HEAP_LONGS ->
                MemorySegment.ofArray(new long[elements(bytes, 8)]).asSlice(0, bytes);
            case HEAP_FLOATS ->
                MemorySegment.ofArray(new float[elements(bytes, 4)]).asSlice(0, bytes);
            case HEAP_DOUBLES ->
                MemorySegment.ofArray(new double[elements(bytes, 8)]).asSlice(0, bytes);
        };
    }

    private static int elements(long bytes, int elementBytes) {
        return Math.toIntExact((bytes + elementBytes - 1) / elementBytes);
    }
}
