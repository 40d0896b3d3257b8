package io.headrace.tck;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The kinds of host memory a caller may hand in, but confined arenas, which have rules of their own. */
enum HostMemory {
    GLOBAL_ARENA,
    AUTOMATIC_ARENA,
    SHARED_ARENA,
    HEAP_BYTES,
    HEAP_LONGS;

    /** Allocates memory; that of the shared arena is never freed, which the few bytes of a test may cost. */
    @SuppressWarnings("MustBeClosed")
    MemorySegment allocate(long bytes) {
        return switch (this) {
            case GLOBAL_ARENA -> Arena.global().allocate(bytes, 8);
            case AUTOMATIC_ARENA -> Arena.ofAuto().allocate(bytes, 8);
            case SHARED_ARENA -> Arena.ofShared().allocate(bytes, 8);
            case HEAP_BYTES -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
            case HEAP_LONGS ->
                MemorySegment.ofArray(new long[Math.toIntExact((bytes + 7) / 8)])
                        .asSlice(0, bytes);
        };
    }
}
