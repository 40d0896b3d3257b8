package io.headrace;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;

/** Splits ranges into a number of groups. */
final class DefaultGroups {

    private DefaultGroups() {}

    /**
     * The range in about so many groups, no more than twice as many: fewer if it has fewer items or they do not divide, more if a
     * group would have more items than an {@code int} can number.
     */
    static GroupedRange of(Range range, int groups) {
        long partsZ = Math.clamp(range.z(), 1, groups);
        int z = part(range.z(), partsZ);
        long partsY = Math.clamp(range.y(), 1, Math.ceilDiv(groups, partsZ));
        int y = Math.min(part(range.y(), partsY), Integer.MAX_VALUE / z);
        long partsX = Math.clamp(range.x(), 1, Math.ceilDiv(groups, partsZ * partsY));
        int x = Math.min(part(range.x(), partsX), Integer.MAX_VALUE / z / y);
        return new GroupedRange(range, x, y, z);
    }

    private static int part(long size, long parts) {
        return Math.clamp(Math.ceilDiv(size, parts), 1, Integer.MAX_VALUE);
    }
}
