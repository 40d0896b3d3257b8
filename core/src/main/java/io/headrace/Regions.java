package io.headrace;

import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;

/** Parts of the sides of copies. */
final class Regions {

    private static final long NO_ADDRESS = -1;

    private Regions() {}

    /** A part of a region. */
    static Region slice(Region region, long offset, long bytes) {
        return switch (region) {
            case Region.Device device -> new Region.Device(device.memory(), device.offset() + offset);
            case Region.Pinned pinned -> new Region.Pinned(pinned.memory(), pinned.offset() + offset);
            case Region.Host host -> new Region.Host(host.segment().asSlice(offset, bytes));
        };
    }

    /** Whether two regions may have bytes in common: so it looks if both are taken to be of one address space. */
    static boolean mayOverlap(Region from, Region to, long bytes) {
        long first = address(from);
        long second = address(to);
        return first != NO_ADDRESS && second != NO_ADDRESS && first < second + bytes && second < first + bytes;
    }

    private static long address(Region region) {
        return switch (region) {
            case Region.Device device -> device.address();
            case Region.Pinned pinned -> pinned.address();
            case Region.Host host -> {
                MemorySegment segment = host.segment();
                yield segment.isNative() ? segment.address() : NO_ADDRESS;
            }
        };
    }
}
