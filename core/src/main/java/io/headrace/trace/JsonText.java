package io.headrace.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON on its way to a file, all of it in ASCII, so that no reader has to guess how characters are coded. Used by one thread. */
final class JsonText {

    private static final int FIRST_LENGTH = 1 << 12;
    private static final int NANOS_A_MICRO = 1_000;
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final int TEN = 10;
    private static final int MOST_DIGITS = 19;
    private static final int HEX_DIGITS = 4;
    private static final int LONGEST_ESCAPE = 2 + HEX_DIGITS;

    private byte[] bytes = new byte[FIRST_LENGTH];
    private int length;

    /** JSON that is appended again and again, for {@link #raw(byte[])}. */
    static byte[] ascii(String json) {
        return json.getBytes(StandardCharsets.US_ASCII);
    }

    /** Appends what is JSON already, in ASCII. */
    JsonText raw(byte[] json) {
        ensure(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
        return this;
    }

    /** Appends what is JSON already, in ASCII. */
    JsonText raw(String json) {
        return raw(ascii(json));
    }

    /** Appends a whole number, with all its digits. */
    JsonText number(long value) {
        ensure(MOST_DIGITS + 1);
        if (value < 0) {
            bytes[length++] = '-';
        }
        // Negative numbers have one value more than positive ones.
        long rest = value < 0 ? value : -value;
        int digits = 1;
        for (long more = rest / TEN; more != 0; more /= TEN) {
            digits++;
        }
        length += digits;
        for (int i = 1; i <= digits; i++) {
            bytes[length - i] = HEX[(int) -(rest % TEN)];
            rest /= TEN;
        }
        return this;
    }

    /** Appends a time in microseconds, with exactly three decimals. */
    JsonText micros(long nanos) {
        int fraction = (int) Math.abs(nanos % NANOS_A_MICRO);
        ensure(MOST_DIGITS + 1);
        if (nanos < 0) {
            bytes[length++] = '-';
        }
        number(Math.abs(nanos / NANOS_A_MICRO)).ensure(1 + 3);
        bytes[length++] = '.';
        bytes[length++] = HEX[fraction / 100];
        bytes[length++] = HEX[fraction / 10 % 10];
        bytes[length++] = HEX[fraction % 10];
        return this;
    }

    /** Appends any text in quotes. What is no plain ASCII is escaped, halves of surrogate pairs too, one by one. */
    JsonText text(String text) {
        ensure(1);
        bytes[length++] = '"';
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
        ensure(1);
        bytes[length++] = '"';
        return this;
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
