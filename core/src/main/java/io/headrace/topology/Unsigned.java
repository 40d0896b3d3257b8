package io.headrace.topology;

/** Reads unsigned numbers of 64 bits. */
final class Unsigned {

    private static final int MOST_DIGITS = 20;

    private Unsigned() {}

    /**
     * The number, all 64 bits of it.
     *
     * @throws IllegalArgumentException if it is none; the message says why, in words that follow the text
     */
    static long parse(String text) {
        if (!isDigits(text)) {
            throw new IllegalArgumentException("is no number in decimal digits");
        }
        int start = 0;
        while (start < text.length() - 1 && text.charAt(start) == '0') {
            start++;
        }
        if (text.length() - start <= MOST_DIGITS) {
            try {
                return Long.parseUnsignedLong(text.substring(start));
            } catch (NumberFormatException tooLarge) {
                // Twenty digits may be too many, or not.
            }
        }
        throw new IllegalArgumentException("is out of range, which is 0-" + Long.toUnsignedString(-1));
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
