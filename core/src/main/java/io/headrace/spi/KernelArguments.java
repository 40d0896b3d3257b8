package io.headrace.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one launch, as the device gets them: each is a row of bytes in native byte order that begins at a whole word.
 * A driver copies {@link #words} into memory of its own, where argument {@code i} begins at word {@link #word}, without any other
 * object. Immutable; what the words were made from may change afterwards.
 */
public final class KernelArguments {

    private static final KernelArguments NONE = new KernelArguments(new int[0], new int[] {0}, new long[0], null);

    /** Bytes of each argument. */
    private final int[] sizes;

    /** The word at which each argument begins, and behind them how many words there are. */
    private final int[] starts;

    private final long[] words;

    /** The block that each argument points into; {@code null} if none does. */
    private final @Nullable DeviceMemory @Nullable [] blocks;

    /** Takes the arrays over; the first two may be shared by many. */
    private KernelArguments(int[] sizes, int[] starts, long[] words, @Nullable DeviceMemory @Nullable [] blocks) {
        this.sizes = sizes;
        this.starts = starts;
        this.words = words;
        this.blocks = blocks;
    }

    /** No arguments. */
    public static KernelArguments none() {
        return NONE;
    }

    /** How many arguments there are. */
    public int count() {
        return sizes.length;
    }

    /** The size of an argument in bytes. */
    public int size(int index) {
        return sizes[index];
    }

    /** The word at which an argument begins; for an index of {@link #count} the number of all words. */
    public int word(int index) {
        return starts[index];
    }

    /** The words of all arguments, one behind the other. Not to be written to. */
    public long[] words() {
        return words;
    }

    /** The first word of an argument: its value if it has up to 8 bytes and the byte order is little-endian. */
    public long value(int index) {
        return words[starts[index]];
    }

    /** The memory that an argument points into; {@code null} if it is no buffer. It lives until the launch has ended. */
    public @Nullable DeviceMemory memory(int index) {
        return blocks == null ? null : blocks[index];
    }

    /** Copies the words to the beginning of a segment, where argument {@code i} begins at byte {@code 8 * word(i)}. */
    public void copyTo(MemorySegment target) {
        MemorySegment.copy(words, 0, target, ValueLayout.JAVA_LONG_UNALIGNED, 0, words.length);
    }

    @Override
    public String toString() {
        return "KernelArguments" + Arrays.toString(sizes);
    }

    /** Where the arguments of a certain row of sizes are; made once for many launches. */
    public static final class Layout {

        private final int[] sizes;
        private final int[] starts;

        /**
         * A layout.
         *
         * @param sizes bytes of each argument, each at least 1
         */
        public Layout(int... sizes) {
            this.sizes = sizes.clone();
            this.starts = new int[sizes.length + 1];
            for (int i = 0; i < sizes.length; i++) {
                if (sizes[i] < 1) {
                    throw new IllegalArgumentException(
                            "an argument has 1 byte or more: index=" + i + " bytes=" + sizes[i]);
                }
                starts[i + 1] = Math.addExact(starts[i], Math.ceilDiv(sizes[i], Long.BYTES));
            }
        }

        /** How many arguments there are. */
        public int count() {
            return sizes.length;
        }

        /** The size of an argument in bytes. */
        public int size(int index) {
            return sizes[index];
        }

        /** The word at which an argument begins; for an index of {@link #count} the number of all words. */
        public int word(int index) {
            return starts[index];
        }

        /**
         * Arguments in this layout.
         *
         * @param words their words, as many as this layout has; taken over
         * @param blocks the block that each argument points into; taken over; {@code null} if none does
         */
        public KernelArguments arguments(long[] words, @Nullable DeviceMemory @Nullable [] blocks) {
            if (words.length != starts[sizes.length] || (blocks != null && blocks.length != sizes.length)) {
                throw new IllegalArgumentException("not of this layout: words=" + words.length + " wanted="
                        + starts[sizes.length] + " arguments=" + sizes.length);
            }
            return new KernelArguments(sizes, starts, words, blocks);
        }
    }
}
