package io.headrace.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Ranges of host memory that kernels reach. They do not overlap. Safe for use from any thread. */
final class HostRanges {

    private final ConcurrentSkipListMap<Long, Long> ends = new ConcurrentSkipListMap<>();

    void add(long begin, long end) {
        ends.put(begin, end);
    }

    void remove(long begin) {
        ends.remove(begin);
    }

    /** Whether all of some memory is in one range. */
    boolean covers(long address, long bytes) {
        Map.Entry<Long, Long> below = ends.floorEntry(address);
        return below != null && below.getValue() >= address + bytes;
    }
}
