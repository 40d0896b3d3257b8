package io.headrace.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a device, {@code driver:index}, or nothing. Whether there is such a device is not known here. */
record DeviceName() implements ValueKind {

    private static final Pattern FORM = Pattern.compile("([a-z][a-z0-9_-]*):(.*)", Pattern.DOTALL);
    private static final WholeNumber INDEX = WholeNumber.between(0, 65_535);

    @Override
    public String range() {
        return "driver:index such as host:0, or empty for the best usable device";
    }

    @Override
    public String canonical(String text) {
        if (text.isEmpty()) {
            return text;
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "it has not the form driver:index, a driver's name in lower case, a colon and a number");
        }
        try {
            return matcher.group(1) + ":" + INDEX.canonical(matcher.group(2));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("index=" + matcher.group(2) + ": " + e.getMessage(), e);
        }
    }
}
