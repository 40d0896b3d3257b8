package io.headrace.config;

import java.util.List;
import java.util.Locale;

/** A choice of yes or no, written in the ways that OpenMP's offload runtime takes too. */
record Flag() implements ValueKind {

    private static final List<String> YES = List.of("true", "yes", "on", "1");
    private static final List<String> NO = List.of("false", "no", "off", "0");

    @Override
    public String range() {
        return String.join("|", YES) + " or " + String.join("|", NO);
    }

    @Override
    public String canonical(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (YES.contains(lower)) {
            return "true";
        }
        if (NO.contains(lower)) {
            return "false";
        }
        throw new IllegalArgumentException("it is neither a yes nor a no");
    }
}
