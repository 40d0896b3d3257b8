package io.headrace.opencl;

import io.headrace.spi.NativeBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Reads what OpenCL tells about its objects, which it does in the same way for all of them. For rare calls. */
final class ClInfo {

    private ClInfo() {}

    /** One question about one object. */
    @FunctionalInterface
    interface Question {

        /**
         * Asks.
         *
         * @param bytes room for the answer
         * @param out where the answer goes; 0: only its size is wanted
         * @param size where the size of the whole answer goes
         * @return OpenCL's result code
         */
        int ask(long bytes, long out, long size);
    }

    /** The bytes of an answer; none if the question is not known there. */
    static byte[] bytes(Question question) {
        try (NativeBlock size = new NativeBlock(Long.BYTES)) {
            if (question.ask(0, 0, size.address()) != ClErrors.SUCCESS) {
                return new byte[0];
            }
            long bytes = size.getLong(0);
            try (NativeBlock out = new NativeBlock(bytes)) {
                return question.ask(bytes, out.address(), 0) == ClErrors.SUCCESS
                        ? out.segment().asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE)
                        : new byte[0];
            }
        }
    }

    /** A text, which OpenCL ends with a zero; empty if the question is not known there. */
    static String text(Question question) {
        String text = new String(bytes(question), StandardCharsets.UTF_8);
        int end = text.indexOf('\0');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    /** A number of 4 or 8 bytes; 0 if the question is not known there. */
    static long number(Question question) {
        return number(question, 0);
    }

    /** A number of 4 or 8 bytes, the one at an index of several; 0 if the question is not known there. */
    static long number(Question question, int index) {
        byte[] bytes = bytes(question);
        boolean isInt = bytes.length == Integer.BYTES;
        int at = isInt ? 0 : index * Long.BYTES;
        if (!isInt && bytes.length < at + Long.BYTES) {
            return 0;
        }
        MemorySegment segment = MemorySegment.ofArray(bytes);
        return isInt
                ? segment.get(ValueLayout.JAVA_INT_UNALIGNED, 0)
                : segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }
}
