package io.headrace.error;

/** What exceptions say of themselves. */
public final class Reasons {

    private Reasons() {}

    /** An exception's own text; its class alone if it throws when asked, as a user's exception may. */
    public static String of(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (RuntimeException | Error unwilling) {
            return thrown.getClass().getName();
        }
    }
}
