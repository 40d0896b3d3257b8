package io.headrace.spi;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Runs commands on the calling thread in the simplest way, in memory that the host reaches at the addresses of its blocks: for
 * drivers whose devices are not there, and for tests of those that are.
 */
public final class HostCommands {

    private static final long ALIGNMENT = 64;

    private HostCommands() {}

    /**
     * Runs a launch of a Java kernel, a copy, a fill, or a sequence of such; throws what it fails with.
     *
     * @throws IllegalArgumentException if it is another command, or has one in it
     */
    public static void run(Command command) {
        switch (command) {
            case Command.Sequence sequence -> sequence.commands().forEach(HostCommands::run);
            case Command.Launch launch -> PlainLoops.run(launch);
            case Command.Copy copy ->
                MemorySegment.copy(
                        segment(copy.from(), copy.bytes()), 0, segment(copy.to(), copy.bytes()), 0, copy.bytes());
            case Command.Copy2D copy -> copy(copy);
            case Command.Fill fill -> fill(fill);
            case Command.NativeLaunch launch -> throw new IllegalArgumentException("not for the host: " + launch);
            case Command.Native call -> throw new IllegalArgumentException("only its queue can run it: " + call);
            case Command.Barrier barrier -> throw new IllegalArgumentException("only its queue can run it: " + barrier);
        }
    }

    /** Does what the contract says, literally: reads all rows, then writes all rows. */
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
        switch (fill.patternBytes()) {
            case 1 -> target.set(ValueLayout.JAVA_BYTE, 0, (byte) fill.pattern());
            case 2 -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) fill.pattern());
            case 4 -> target.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) fill.pattern());
            default -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, fill.pattern());
        }
        // What is filled doubles with each round.
        long filled = fill.patternBytes();
        while (filled < fill.bytes()) {
            long more = Math.min(filled, fill.bytes() - filled);
            MemorySegment.copy(target, 0, target, filled, more);
            filled += more;
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
