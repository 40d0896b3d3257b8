package io.headrace.acc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Ranges that do not overlap, to be found by a range. Finding takes no lock and about log(n) steps: one look at a sorted map,
 * that of native memory or that of an array, in which an answer is never half right, since what meets a range is either the
 * last one that begins at or before it, or one that begins inside. One thread at a time adds and removes.
 *
 * <p>Arrays are kept alive by the ranges in them, and forgotten with the last one. A range that was entered by a read-only
 * view of an array is kept apart, since Java does not say which array that is; those, and any range that is looked for by
 * such a view, are compared one by one.
 */
final class PresentRanges {

    private final ConcurrentSkipListMap<Long, Present> natives = new ConcurrentSkipListMap<>();
    private final Map<HostArray, ConcurrentSkipListMap<Long, Present>> arrays = new ConcurrentHashMap<>();
    private final List<Present> ofUnknownArrays = new CopyOnWriteArrayList<>();

    /** One that meets a range, the first one if there are several; {@code null} if there is none. */
    @Nullable
    Present meeting(HostRange range) {
        if (range.isNative()) {
            return meeting(natives, range);
        }
        HostArray array = range.array();
        if (array == null) {
            for (Map<Long, Present> ofArray : arrays.values()) {
                Present found = firstOf(ofArray.values(), range);
                if (found != null) {
                    return found;
                }
            }
        } else {
            ConcurrentSkipListMap<Long, Present> ofArray = arrays.get(array);
            Present found = ofArray == null ? null : meeting(ofArray, range);
            if (found != null) {
                return found;
            }
        }
        return firstOf(ofUnknownArrays, range);
    }

    private static @Nullable Present meeting(ConcurrentSkipListMap<Long, Present> ranges, HostRange range) {
        Map.Entry<Long, Present> before = ranges.floorEntry(range.start());
        if (before != null && before.getValue().range().meets(range)) {
            return before.getValue();
        }
        Map.Entry<Long, Present> behind = ranges.higherEntry(range.start());
        return behind != null && behind.getValue().range().meets(range) ? behind.getValue() : null;
    }

    private static @Nullable Present firstOf(Iterable<Present> ranges, HostRange range) {
        for (Present present : ranges) {
            if (present.range().meets(range)) {
                return present;
            }
        }
        return null;
    }

    /** Adds one that meets no other. */
    void add(Present present) {
        HostRange range = present.range();
        HostArray array = range.array();
        if (range.isNative()) {
            natives.put(range.start(), present);
        } else if (array == null) {
            ofUnknownArrays.add(present);
        } else {
            arrays.computeIfAbsent(array, key -> new ConcurrentSkipListMap<>()).put(range.start(), present);
        }
    }

    /** Removes one that was added. */
    void remove(Present present) {
        HostRange range = present.range();
        HostArray array = range.array();
        if (range.isNative()) {
            natives.remove(range.start());
        } else if (array == null) {
            ofUnknownArrays.remove(present);
        } else {
            arrays.computeIfPresent(array, (key, ofArray) -> {
                ofArray.remove(range.start());
                return ofArray.isEmpty() ? null : ofArray;
            });
        }
    }

    /** Removes all. */
    void clear() {
        natives.clear();
        arrays.clear();
        ofUnknownArrays.clear();
    }

    /** How many there are. */
    int size() {
        return natives.size()
                + ofUnknownArrays.size()
                + arrays.values().stream().mapToInt(Map::size).sum();
    }

    /** How many arrays have ranges. */
    int arrays() {
        return arrays.size();
    }
}
