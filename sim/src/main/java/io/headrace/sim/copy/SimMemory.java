package io.headrace.sim.copy;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a simulated device, which is the host's.
 *
 * @param node the GPU whose memory it is said to be, or {@link io.headrace.copy.CopyRouter#HOST}
 * @param own what is given back with it; {@code null} if it is somebody else's
 */
record SimMemory(
        int node,
        long address,
        long bytes,
        boolean hostAccessible,
        @Nullable NativeMemory own) implements DeviceMemory {

    private static final long ALIGNMENT = 64;

    static SimMemory allocate(int node, long bytes, boolean hostAccessible) {
        NativeMemory own = NativeMemory.allocate(bytes, ALIGNMENT);
        return new SimMemory(node, own.address(), bytes, hostAccessible, own);
    }

    @Override
    public void free() {
        if (own != null) {
            own.free();
        }
    }

    /** Does what a copy or a fill says, and gives what it threw. */
    static @Nullable Throwable failureOfMoving(Command command) {
        try {
            switch (command) {
                case Command.Copy copy ->
                    MemorySegment.copy(
                            segment(copy.from(), copy.bytes()), 0, segment(copy.to(), copy.bytes()), 0, copy.bytes());
                case Command.Copy2D copy -> copy(copy);
                case Command.Fill fill -> fill(fill);
                default -> throw new IllegalArgumentException("neither a copy nor a fill: " + command);
            }
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** All rows are read before the first is written, since they may overlap in any way. */
    private static void copy(Command.Copy2D copy) {
        MemorySegment from = segment(copy.from(), copy.fromSpan());
        MemorySegment to = segment(copy.to(), copy.toSpan());
        NativeMemory packed = NativeMemory.allocate(copy.rowBytes() * copy.rows(), ALIGNMENT);
        try {
            MemorySegment rows = packed.segment();
            for (long row = 0; row < copy.rows(); row++) {
                MemorySegment.copy(from, row * copy.fromPitch(), rows, row * copy.rowBytes(), copy.rowBytes());
            }
            for (long row = 0; row < copy.rows(); row++) {
                MemorySegment.copy(rows, row * copy.rowBytes(), to, row * copy.toPitch(), copy.rowBytes());
            }
        } finally {
            packed.free();
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
}
