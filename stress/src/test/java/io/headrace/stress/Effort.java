package io.headrace.stress;

import java.time.Duration;

/** How long the tests try. A short form by default; {@code -Dstress.long=true} runs the long one. */
public final class Effort {

    private static final boolean LONG = Boolean.getBoolean("stress.long");

    private Effort() {}

    /** A number of rounds. */
    public static int rounds(int shortForm, int longForm) {
        return LONG ? longForm : shortForm;
    }

    /** How long a test goes on that has no end of its own. {@code -Dstress.seconds=N} sets it for all. */
    public static Duration time(int shortSeconds, int longSeconds) {
        return Duration.ofSeconds(Integer.getInteger("stress.seconds", LONG ? longSeconds : shortSeconds));
    }
}
