package io.headrace.host;

import io.headrace.kernel.GroupedRange;
import org.jspecify.annotations.Nullable;

/**
 * What a launch runs over, numbered row by row: x runs fastest, then y, then z. Items, or groups of items.
 *
 * @param groups if they are groups: what they are groups of
 */
record Grid(long x, long y, long z, @Nullable GroupedRange groups) {

    /** Single items. */
    Grid(long x, long y, long z) {
        this(x, y, z, null);
    }

    long items() {
        return x * y * z;
    }
}
