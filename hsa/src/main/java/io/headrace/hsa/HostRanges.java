package io.headrace.hsa;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Ranges of host memory that the GPUs reach. Safe for use from any thread. */
final class HostRanges {

    private final ConcurrentSkipListMap<Long, Range> ranges = new ConcurrentSkipListMap<>();

    /**
     * A range.
     *
     * @param address where it begins on the host
     * @param bytes its size
     * @param deviceAddress where it begins for the GPUs
     */
    record Range(long address, long bytes, long deviceAddress) {

        boolean covers(long from, long size) {
            return from >= address && from + size <= address + bytes;
        }

        /** The address for the GPUs of a byte in it. */
        long reach(long at) {
            return deviceAddress + (at - address);
        }
    }

    void add(Range range) {
        ranges.put(range.address, range);
    }

    void remove(long address) {
        ranges.remove(address);
    }

    /** The range that all of some memory is in; {@code null} if there is none. */
    @Nullable
    Range find(long address, long bytes) {
        Map.Entry<Long, Range> below = ranges.floorEntry(address);
        return below != null && below.getValue().covers(address, bytes) ? below.getValue() : null;
    }
}
