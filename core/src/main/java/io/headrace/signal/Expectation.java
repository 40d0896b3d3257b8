package io.headrace.signal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a wait for several signals expects of one of them.
 *
 * @param signal the signal; {@code null}: an entry that does not count
 * @param condition what its value is to meet
 * @param value what its value is compared with
 */
public record Expectation(@Nullable Signal signal, Condition condition, long value) {

    /** Checks that there is a condition. */
    public Expectation {
        Objects.requireNonNull(condition, "condition");
    }
}
