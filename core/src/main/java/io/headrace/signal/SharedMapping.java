package io.headrace.signal;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** A file of shared signals in this process's memory: its header, which is looked at through here, and the slots behind it. */
final class SharedMapping {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final Arena arena = Arena.ofShared();
    private final Path file;
    private final MemorySegment segment;

    /**
     * Maps a file, to read and to write.
     *
     * @param file for messages
     * @param bytes its size
     * @throws IOException if it cannot be mapped, or does not have this size; nothing is left behind
     */
    SharedMapping(Path file, FileChannel channel, long bytes) throws IOException {
        this.file = file;
        boolean mapped = false;
        try {
            // A mapping makes a file that is too short longer.
            throwUnless(bytes, channel.size());
            segment = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
            throwUnless(bytes, channel.size());
            mapped = true;
        } finally {
            if (!mapped) {
                arena.close();
            }
        }
    }

    /** The whole file. */
    MemorySegment segment() {
        return segment;
    }

    /** Where the slots begin. */
    long slots() {
        return segment.address() + ShareHeader.BYTES;
    }

    /** The word at an offset in the file; 0 once the mapping has ended, or where the file was cut. */
    long word(long offset) {
        try {
            return CutFile.reach(file, () -> (long) LONG.getVolatile(segment, offset));
        } catch (IllegalStateException | SharingException gone) {
            return 0;
        }
    }

    /** Changes the word at an offset in the file, unless the file was cut. While the mapping has not ended. */
    void setWord(long offset, long value) {
        try {
            CutFile.reach(file, () -> {
                LONG.setVolatile(segment, offset, value);
                return value;
            });
        } catch (SharingException cut) {
            // Nobody else finds the word any more.
        }
    }

    /** Ends the mapping. To be called once, when nothing uses the slots any more. */
    void end() {
        arena.close();
    }

    private static void throwUnless(long expected, long bytes) throws IOException {
        if (bytes != expected) {
            throw new IOException("the file's size changed meanwhile: expected=" + expected + " bytes=" + bytes);
        }
    }
}
