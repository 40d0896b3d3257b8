package io.headrace.spi;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a packet asks of a device. */
public sealed interface Command {

    /**
     * Runs a kernel. Never sent with an empty range.
     *
     * @param code what {@link DriverDevice#prepare} gave for the kernel
     * @param kernel the kernel, with the values it captured
     * @param range the items
     * @param groups the same items in groups; {@code null} unless the kernel is a {@link io.headrace.kernel.GroupKernel}
     */
    record Launch(
            KernelCode code,
            JavaKernel kernel,
            Range range,
            @Nullable GroupedRange groups) implements Command {

        /** A launch of a kernel that runs once for each item. */
        public Launch(KernelCode code, JavaKernel kernel, Range range) {
            this(code, kernel, range, null);
        }
    }

    /**
     * Copies bytes. If both regions overlap, the result is as if the source had been read in full before the first byte
     * was written.
     *
     * @param from the source
     * @param to the destination
     * @param bytes how many, at least 1
     */
    record Copy(Region from, Region to, long bytes) implements Command {}

    /**
     * Fills a region with a repeated pattern.
     *
     * @param to the destination
     * @param bytes how many bytes, at least 1, a multiple of {@code patternBytes}
     * @param pattern the pattern in its low bytes, in native byte order
     * @param patternBytes 1, 2, 4 or 8
     */
    record Fill(Region.Device to, long bytes, long pattern, int patternBytes) implements Command {}

    /**
     * Holds back the packets behind it in its queue until all positions are reached (a barrier-AND). The runtime sends one
     * only for positions that were submitted before, so that a barrier always ends.
     *
     * @param positions 1 to {@link #MAX_POSITIONS} positions in queues of the same device
     */
    record Barrier(List<DriverQueue.Position> positions) implements Command {

        /** The most positions one barrier packet takes. */
        public static final int MAX_POSITIONS = 3;

        public Barrier {
            positions = List.copyOf(positions);
        }
    }
}
