package io.headrace.acc;

import io.headrace.error.UnsupportedFeatureException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Ranges that do not overlap, to be found by a range. Finding takes no lock and about log(n) steps: one look at a sorted map,
 * that of native memory or that of an array, in which an answer is never half right, since what meets a range is either the
 * last one that begins at or before it, or one that begins inside. One thread at a time adds and removes.
 *
 * <p>Arrays are kept alive by the ranges in them, and forgotten with the last one. Which array a range is of is told by the
 * equality of scopes, which all segments of an array share, read-only views too.
 */
final class PresentRanges {

    private final ConcurrentSkipListMap<Long, Present> natives = new ConcurrentSkipListMap<>();
    private final Map<MemorySegment.Scope, ConcurrentSkipListMap<Long, Present>> arrays = new ConcurrentHashMap<>();

    /**
     * Checks that scopes tell arrays apart.
     *
     * @throws UnsupportedFeatureException if they do not
     */
    PresentRanges() {
        MemorySegment array = MemorySegment.ofArray(new byte[1]);
        MemorySegment other = MemorySegment.ofArray(new byte[1]);
        if (!array.scope().equals(array.asReadOnly().asSlice(1).scope())
                || array.scope().equals(other.scope())) {
            throw new UnsupportedFeatureException(
                    "this Java's memory segments do not tell by their scopes which array they are of: java="
                            + Runtime.version() + "; use the Java that Headrace is made for");
        }
    }

    /** One that meets a range, the first one if there are several; {@code null} if there is none. */
    @Nullable
    Present meeting(HostRange range) {
        ConcurrentSkipListMap<Long, Present> near = range.isNative() ? natives : arrays.get(range.array());
        return near == null ? null : meeting(near, range);
    }

    private static @Nullable Present meeting(ConcurrentSkipListMap<Long, Present> ranges, HostRange range) {
        Map.Entry<Long, Present> before = ranges.floorEntry(range.start());
        if (before != null && before.getValue().range().meets(range)) {
            return before.getValue();
        }
        Map.Entry<Long, Present> behind = ranges.higherEntry(range.start());
        return behind != null && behind.getValue().range().meets(range) ? behind.getValue() : null;
    }

    /** Adds one that meets no other. */
    void add(Present present) {
        HostRange range = present.range();
        if (range.isNative()) {
            natives.put(range.start(), present);
        } else {
            arrays.computeIfAbsent(range.array(), key -> new ConcurrentSkipListMap<>())
                    .put(range.start(), present);
        }
    }

    /** Removes one that was added. */
    void remove(Present present) {
        HostRange range = present.range();
        if (range.isNative()) {
            natives.remove(range.start());
        } else {
            arrays.computeIfPresent(range.array(), (key, ofArray) -> {
                ofArray.remove(range.start());
                return ofArray.isEmpty() ? null : ofArray;
            });
        }
    }

    /** Removes all. */
    void clear() {
        natives.clear();
        arrays.clear();
    }

    /** How many there are. */
    int size() {
        return natives.size() + arrays.values().stream().mapToInt(Map::size).sum();
    }

    /** How many arrays have ranges. */
    int arrays() {
        return arrays.size();
    }
}
