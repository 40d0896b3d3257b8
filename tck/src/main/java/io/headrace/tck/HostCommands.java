package io.headrace.tck;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Runs what a recording holds on the calling thread, in memory that the host reaches. */
final class HostCommands {

    private HostCommands() {}

    /** Runs a command; throws what it fails with. */
    static void run(Command command) {
        switch (command) {
            case Command.Sequence sequence -> sequence.commands().forEach(HostCommands::run);
            case Command.Launch launch -> PlainLoops.run(launch);
            case Command.Copy copy ->
                MemorySegment.copy(
                        segment(copy.from(), copy.bytes()), 0, segment(copy.to(), copy.bytes()), 0, copy.bytes());
            case Command.Copy2D copy -> copy(copy);
            case Command.Fill fill -> fill(fill);
            case Command.NativeLaunch launch -> throw new IllegalArgumentException("not for the host: " + launch);
            case Command.Native call -> throw new IllegalArgumentException("not in a recording: " + call);
            case Command.Barrier barrier -> throw new IllegalArgumentException("not in a recording: " + barrier);
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
            for (int i = 0; i < fill.patternBytes(); i++) {
                target.set(ValueLayout.JAVA_BYTE, at + i, (byte) (fill.pattern() >>> (8 * i)));
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
