package io.headrace.sim.trace;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Numbers as files write them, read exactly: no digit goes through a {@code double}. */
final class Numbers {

    /** All ways to write that a stream is not known: -1, and -1 taken for an unsigned number of 32 or 64 bits. */
    private static final BigDecimal UNKNOWN_32 = BigDecimal.valueOf(0xffff_ffffL);

    private static final BigDecimal UNKNOWN_64 = new BigDecimal("18446744073709551615");
    private static final String UNKNOWN = "-1";

    /** Longer texts are names, whatever they consist of. */
    private static final int LONGEST_NUMBER = 40;

    private Numbers() {}

    /** A decimal number, perhaps with fraction and exponent; {@code null} if the text is none. */
    static @Nullable BigDecimal decimal(@Nullable String text) {
        if (text == null || text.isBlank() || text.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text.strip());
            // With an exponent a few characters can mean more digits than there is memory for.
            return Math.abs((long) number.scale()) > LONGEST_NUMBER ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The whole nanoseconds in a time; what is finer is cut. Empty if that is no {@code long}. */
    static OptionalLong nanos(@Nullable BigDecimal time) {
        if (time == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(time.setScale(0, RoundingMode.FLOOR).longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether a time has digits below a nanosecond that are not 0. */
    static boolean isFiner(BigDecimal time) {
        return time.scale() > 0 && time.stripTrailingZeros().scale() > 0;
    }

    /** A whole number of 64 bits, signed or unsigned; {@code otherwise} if the text is none. */
    static long bits(@Nullable String text, long otherwise) {
        BigDecimal number = decimal(text);
        if (number == null) {
            return otherwise;
        }
        try {
            BigInteger whole = number.toBigIntegerExact();
            boolean fits = whole.bitLength() < Long.SIZE || whole.signum() > 0 && whole.bitLength() == Long.SIZE;
            return fits ? whole.longValue() : otherwise;
        } catch (ArithmeticException e) {
            return otherwise;
        }
    }

    /**
     * The one name of a stream, queue or device that may be written in several ways: {@code 7}, {@code 7.0}, {@code 0x7}.
     * Not known is {@code -1}, {@code 4294967295} or {@code 18446744073709551615}.
     *
     * @return {@code null} if it is not known
     */
    static @Nullable String name(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        String stripped = text.strip();
        BigDecimal number = number(stripped);
        if (number == null) {
            return switch (stripped.toLowerCase(Locale.ROOT)) {
                case "null", "none", "nan", "n/a" -> null;
                default -> stripped;
            };
        }
        if (number.compareTo(UNKNOWN_32) == 0 || number.compareTo(UNKNOWN_64) == 0) {
            return null;
        }
        String plain = number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
        return plain.equals(UNKNOWN) ? null : plain;
    }

    private static @Nullable BigDecimal number(String text) {
        if (text.regionMatches(true, 0, "0x", 0, 2) && text.length() <= 2 + Long.SIZE / 4) {
            try {
                return new BigDecimal(Long.toUnsignedString(Long.parseUnsignedLong(text, 2, text.length(), 16)));
            } catch (NumberFormatException e) {
                return null;
            }
        }
        return decimal(text);
    }
}
