package io.headrace.cli.check;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says in words why a test did not pass. */
final class Reason {

    private static final String SUITE = "io.headrace.tck.";

    private Reason() {}

    /** The failure, and the line of the suite that it comes from. */
    static String ofFailure(@Nullable Throwable failure) {
        if (failure == null) {
            return "no reason was given";
        }
        return failure.toString().strip()
                + Arrays.stream(failure.getStackTrace())
                        .filter(frame -> frame.getClassName().startsWith(SUITE))
                        .findFirst()
                        .map(frame -> " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                        .orElse("");
    }

    /** What a test said when it gave up. */
    static String ofSkip(@Nullable Throwable skip) {
        return skip == null ? "no reason was given" : Objects.requireNonNullElse(skip.getMessage(), skip.toString());
    }
}
