package io.headrace.tck;

import io.headrace.error.KernelException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs commands on the calling thread, one item after the other, in memory that the host reaches. */
final class PlainCommands {

    private PlainCommands() {}

    /** Runs a command and gives what it threw. */
    static @Nullable Throwable run(Command command) {
        try {
            switch (command) {
                case Command.Sequence sequence -> {
                    for (Command one : sequence.commands()) {
                        Throwable failure = run(one);
                        if (failure != null) {
                            return failure;
                        }
                    }
                }
                case Command.Launch launch -> launch(launch);
                case Command.NativeLaunch launch -> throw new AssertionError("has no programs");
                case Command.Copy copy ->
                    MemorySegment.copy(
                            segment(copy.from(), copy.bytes()), 0, segment(copy.to(), copy.bytes()), 0, copy.bytes());
                case Command.Copy2D copy -> copy(copy);
                case Command.Fill fill -> fill(fill);
                case Command.Native call -> call.call().run(0);
                case Command.Barrier barrier -> barrier.positions().forEach(PlainCommands::awaitReached);
            }
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private static void launch(Command.Launch launch) {
        GroupedRange groups = launch.groups();
        if (groups != null) {
            PlainGroup.launch((GroupKernel) launch.kernel(), groups);
        } else {
            launch(launch.kernel(), launch.range());
        }
    }

    private static void launch(JavaKernel kernel, Range range) {
        if (kernel instanceof Kernel1D simple) {
            launch(simple, range.x());
            return;
        }
        for (long z = 0; z < range.z(); z++) {
            for (long y = 0; y < range.y(); y++) {
                for (long x = 0; x < range.x(); x++) {
                    try {
                        switch (kernel) {
                            case Kernel1D one -> throw new AssertionError(one);
                            case GroupKernel group -> throw new AssertionError(group);
                            case Kernel2D two -> two.run(x, y);
                            case Kernel3D three -> three.run(x, y, z);
                        }
                    } catch (Throwable e) {
                        throw new KernelException(x, y, z, e);
                    }
                }
            }
        }
    }

    private static void launch(Kernel1D kernel, long items) {
        long x = 0;
        try {
            for (; x < items; x++) {
                kernel.run(x);
            }
        } catch (Throwable e) {
            throw new KernelException(x, 0, 0, e);
        }
    }

    /** Does what the contract says, literally: reads all rows, then writes all rows. */
    private static void copy(Command.Copy2D copy) {
        MemorySegment from = segment(copy.from(), copy.fromSpan());
        MemorySegment to = segment(copy.to(), copy.toSpan());
        byte[][] rows = new byte[Math.toIntExact(copy.rows())][];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = from.asSlice(row * copy.fromPitch(), copy.rowBytes()).toArray(ValueLayout.JAVA_BYTE);
        }
        for (int row = 0; row < rows.length; row++) {
            MemorySegment.copy(MemorySegment.ofArray(rows[row]), 0, to, row * copy.toPitch(), copy.rowBytes());
        }
    }

    private static void fill(Command.Fill fill) {
        MemorySegment target = segment(fill.to(), fill.bytes());
        for (long at = 0; at < fill.bytes(); at += fill.patternBytes()) {
            switch (fill.patternBytes()) {
                case 1 -> target.set(ValueLayout.JAVA_BYTE, at, (byte) fill.pattern());
                case 2 -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) fill.pattern());
                case 4 -> target.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) fill.pattern());
                default -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, fill.pattern());
            }
        }
    }

    private static MemorySegment segment(Region region, long bytes) {
        return switch (region) {
            case Region.Device device -> Words.ALL.asSlice(device.address(), bytes);
            case Region.Pinned pinned -> Words.ALL.asSlice(pinned.address(), bytes);
            case Region.Host host -> host.segment();
        };
    }

    /** Waits until a place is reached. */
    static void awaitReached(DriverQueue.Position position) {
        while (!position.reached()) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20));
        }
    }
}
