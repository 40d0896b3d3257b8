package io.headrace.tck.simulation;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Blocks that were given back, by their sizes; the last one goes first. */
final class FreeBlocks {

    private final Map<Long, ArrayDeque<Long>> bySize = new HashMap<>();

    void add(long address, long bytes) {
        bySize.computeIfAbsent(bytes, size -> new ArrayDeque<>()).addLast(address);
    }

    /** The address of a block of that size; {@code null} if there is none. */
    @Nullable
    Long poll(long bytes) {
        ArrayDeque<Long> fitting = bySize.get(bytes);
        return fitting == null ? null : fitting.pollLast();
    }
}
