package io.headrace.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON on its way to a file, all of it in ASCII, so that no reader has to guess how characters are coded. Used by one thread. */
final class JsonText {

    private static final int FIRST_LENGTH = 1 << 12;
    private static final int NANOS_A_MICRO = 1_000;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int HEX_DIGITS = 4;
    private static final int LONGEST_ESCAPE = 2 + HEX_DIGITS;

    private byte[] bytes = new byte[FIRST_LENGTH];
    private int length;

    /** Appends what is JSON already, in ASCII. */
    JsonText raw(String json) {
        ensure(json.length());
        for (int i = 0; i < json.length(); i++) {
            bytes[length++] = (byte) json.charAt(i);
        }
        return this;
    }

    /** Appends a whole number, with all its digits. */
    JsonText number(long value) {
        return raw(Long.toString(value));
    }

    /** Appends a time in microseconds, with exactly three decimals. */
    JsonText micros(long nanos) {
        int fraction = (int) Math.abs(nanos % NANOS_A_MICRO);
        raw(nanos < 0 ? "-" : "").number(Math.abs(nanos / NANOS_A_MICRO)).raw(".");
        ensure(3);
        bytes[length++] = HEX[fraction / 100];
        bytes[length++] = HEX[fraction / 10 % 10];
        bytes[length++] = HEX[fraction % 10];
        return this;
    }

    /** Appends any text in quotes. What is no plain ASCII is escaped, halves of surrogate pairs too, one by one. */
    JsonText text(String text) {
        raw("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            ensure(LONGEST_ESCAPE);
            if (c >= ' ' && c <= '~') {
                if (c == '"' || c == '\\') {
                    bytes[length++] = '\\';
                }
                bytes[length++] = (byte) c;
            } else {
                bytes[length++] = '\\';
                bytes[length++] = 'u';
                for (int shift = HEX_DIGITS * (HEX_DIGITS - 1); shift >= 0; shift -= HEX_DIGITS) {
                    bytes[length++] = HEX[c >> shift & 0xf];
                }
            }
        }
        return raw("\"");
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** Writes what was appended, and is empty. After a name of unusual length it gives the room back. */
    void moveTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
        if (bytes.length > FIRST_LENGTH) {
            bytes = new byte[FIRST_LENGTH];
        }
    }
}
