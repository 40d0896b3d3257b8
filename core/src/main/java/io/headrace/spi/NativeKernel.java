package io.headrace.spi;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a {@link NativeProgram}. All methods may be called from any thread. */
public interface NativeKernel extends KernelCode {

    /** The kernel's name in its program. */
    String name();

    /**
     * The sizes of the parameters that arguments are given for, in bytes and in order, 0 where the driver cannot tell that of one;
     * {@code null} if it cannot tell at all. Constant.
     */
    default @Nullable List<Integer> parameterSizes() {
        return null;
    }

    /** The most items that one group may have; {@link Integer#MAX_VALUE} if the driver cannot tell. */
    default int maxGroupItems() {
        return Integer.MAX_VALUE;
    }

    /**
     * Checks whether the device can run such a launch, as far as can be told before. Called for each launch on the caller's
     * thread, before anything is enqueued; never with an empty range, nor with groups of more than {@link #maxGroupItems} items.
     *
     * @param range the items
     * @param groups the same items in groups; {@code null}: the driver chooses the groups
     * @param options how it is to be launched
     * @throws IllegalArgumentException if the sizes are too large
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not know one of the options
     */
    default void check(Range range, @Nullable GroupedRange groups, LaunchOptions options) {}
}
