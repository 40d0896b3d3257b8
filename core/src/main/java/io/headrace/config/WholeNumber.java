package io.headrace.config;

/**
 * A whole number in decimal digits. No sign, blank, unit or exponent is understood: whoever writes {@code 8mb} should
 * hear of it and not get 8.
 *
 * @param min the least allowed value, not negative
 * @param max the greatest allowed value, below 10^18
 * @param unit what is counted, empty for a mere number
 * @param powerOfTwo whether only powers of two are allowed
 */
record WholeNumber(long min, long max, String unit, boolean powerOfTwo) implements ValueKind {

    /** More digits than this are above every knob's maximum and might not fit a long. */
    private static final int MAX_DIGITS = 18;

    static WholeNumber between(long min, long max) {
        return new WholeNumber(min, max, "", false);
    }

    WholeNumber in(String newUnit) {
        return new WholeNumber(min, max, newUnit, powerOfTwo);
    }

    WholeNumber powersOfTwo() {
        return new WholeNumber(min, max, unit, true);
    }

    @Override
    public String range() {
        return min + "-" + max + (unit.isEmpty() ? "" : " " + unit) + (powerOfTwo ? ", a power of two" : "");
    }

    @Override
    public String canonical(String text) {
        if (!isDigits(text)) {
            throw new IllegalArgumentException(
                    "it is not a whole number in decimal digits (no sign, blank, unit or exponent)");
        }
        String digits = withoutLeadingZeros(text);
        long value = digits.length() > MAX_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
        if (value < min) {
            throw new IllegalArgumentException("it is below the least value " + min);
        }
        if (value > max) {
            throw new IllegalArgumentException("it is above the greatest value " + max);
        }
        if (powerOfTwo && Long.bitCount(value) != 1) {
            long below = Long.highestOneBit(value);
            throw new IllegalArgumentException(
                    "it is not a power of two, the nearest are " + below + " and " + below * 2);
        }
        return digits;
    }

    /** Whether there is at least one character and all are ASCII digits. */
    static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String withoutLeadingZeros(String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }
}
