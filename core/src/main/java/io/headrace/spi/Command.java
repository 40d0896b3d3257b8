package io.headrace.spi;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.NativeCall;
import io.headrace.kernel.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a packet asks of a device. */
public sealed interface Command {

    /** Whether kernels run, whose captured views the runtime cannot see. */
    default boolean runsKernels() {
        return false;
    }

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

        @Override
        public boolean runsKernels() {
            return true;
        }
    }

    /**
     * Runs a source kernel. Never sent with an empty range.
     *
     * @param kernel the kernel, of a program of this device that is not closed before the launch has ended
     * @param range the items; a kernel is run for whole groups, and has to leave those items out that are not in the range
     * @param groups the same items in groups; {@code null}: the driver chooses the groups
     * @param arguments what the kernel is given; as many, of such sizes, as {@link NativeKernel#parameterSizes} says
     * @param options how to launch it
     */
    record NativeLaunch(
            NativeKernel kernel,
            Range range,
            @Nullable GroupedRange groups,
            KernelArguments arguments,
            LaunchOptions options)
            implements Command {}

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
     * Copies rows of bytes, however many, as one operation: row {@code r} is the {@code rowBytes} bytes from
     * {@code r * pitch} on in each region. If rows of the source and the destination overlap, in whatever way, the result is
     * as if the source had been read in full before the first byte was written. Bytes between rows are not touched.
     *
     * @param from the source
     * @param fromPitch bytes from the beginning of one row of the source to that of the next, at least {@code rowBytes}
     * @param to the destination
     * @param toPitch the same for the destination
     * @param rowBytes bytes in a row, at least 1
     * @param rows how many, at least 1
     */
    record Copy2D(Region from, long fromPitch, Region to, long toPitch, long rowBytes, long rows) implements Command {

        /** The bytes from the first row's beginning to the last row's end in the source. */
        public long fromSpan() {
            return (rows - 1) * fromPitch + rowBytes;
        }

        /** The bytes from the first row's beginning to the last row's end in the destination. */
        public long toSpan() {
            return (rows - 1) * toPitch + rowBytes;
        }
    }

    /**
     * Fills a region with a repeated pattern.
     *
     * @param to the destination
     * @param bytes how many bytes, at least 1, a multiple of {@code patternBytes}
     * @param pattern the pattern in its low bytes, in native byte order
     * @param patternBytes 1, 2, 4 or 8
     */
    record Fill(Region.Device to, long bytes, long pattern, int patternBytes) implements Command {

        /** Whether all bytes of a pattern are the same. */
        public static boolean isOneByte(long pattern, int patternBytes) {
            for (int i = 1; i < patternBytes; i++) {
                if ((byte) (pattern >>> (Byte.SIZE * i)) != (byte) pattern) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Runs commands one after the other, as one packet. The first one that fails ends it, and the packet fails with that.
     *
     * @param code what {@link DriverDevice#prepare(List)} gave for the commands
     * @param commands at least 2 launches of either kind, copies and fills
     */
    record Sequence(SequenceCode code, List<Command> commands) implements Command {

        public Sequence {
            commands = List.copyOf(commands);
        }

        @Override
        public boolean runsKernels() {
            return commands.stream().anyMatch(Command::runsKernels);
        }
    }

    /**
     * Runs user code at the packet's place. What the code enqueues on the native queue belongs to the packet: later packets
     * come after it.
     *
     * @param call gets the handle of the native queue; 0 if the device has none
     */
    record Native(NativeCall call) implements Command {

        @Override
        public boolean runsKernels() {
            return true; // what it captured cannot be seen either
        }
    }

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
