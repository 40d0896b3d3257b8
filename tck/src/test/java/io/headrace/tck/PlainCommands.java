package io.headrace.tck;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Runs the commands of the {@link PlainDriver} on the calling thread. */
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
                case Command.Launch launch -> PlainLoops.run(launch);
                case Command.NativeLaunch launch -> PlainProgram.run(launch);
                case Command.Copy copy ->
                    MemorySegment.copy(
                            segment(copy.from(), copy.bytes()), 0, segment(copy.to(), copy.bytes()), 0, copy.bytes());
                case Command.Copy2D copy -> copy(copy);
                case Command.Fill fill -> fill(fill);
                case Command.Native call -> call.call().run(0);
                case Command.Barrier barrier -> barrier.positions().forEach(PlainQueue::awaitReached);
            }
            return null;
        } catch (Throwable e) {
            return e;
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
}
