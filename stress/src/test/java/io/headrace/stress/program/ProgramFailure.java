package io.headrace.stress.program;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a failing operation throws. */
final class ProgramFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int id;

    ProgramFailure(int id) {
        super("operation " + id + " fails");
        this.id = id;
    }

    /** The operation that is at the root of a failure. */
    static int rootOf(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProgramFailure root) {
                return root.id;
            }
        }
        throw new AssertionError(
                "a failure that the program does not have: " + Objects.requireNonNull(failure), failure);
    }
}
