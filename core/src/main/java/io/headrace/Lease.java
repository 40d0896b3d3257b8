package io.headrace;

import org.jspecify.annotations.Nullable;

/** Something that an operation holds until it has ended. */
@FunctionalInterface
interface Lease {

    /** Gives it back. Called once. Never blocks. */
    void release();

    /** Two as one. */
    static @Nullable Lease both(@Nullable Lease one, @Nullable Lease other) {
        if (one == null) {
            return other;
        }
        if (other == null) {
            return one;
        }
        return () -> {
            one.release();
            other.release();
        };
    }
}
