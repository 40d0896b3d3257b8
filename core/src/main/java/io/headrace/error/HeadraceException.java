package io.headrace.error;

/**
 * The root of all failures that Headrace reports.
 *
 * <p>Thrown itself for what has no sub-type, for instance a host call that failed (with the user's exception as the
 * cause). Catch it where any failure is handled alike; catch a sub-type where you can do something about it. Wrong
 * arguments are {@link IllegalArgumentException}, and interrupted waits {@link InterruptedException}, as usual in Java.
 */
public class HeadraceException extends RuntimeException {

    /** A failure with no other exception behind it. */
    public HeadraceException(String message) {
        super(message);
    }

    /** A failure that another exception caused. */
    public HeadraceException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A new exception like this one with the calling thread's stack trace; its cause is this one's, else this one. It is what
     * a wait throws, so that both are seen: where the operation failed, and where it was waited for.
     */
    public final HeadraceException thrownHere() {
        Throwable cause = getCause();
        return copy(cause == null ? this : cause);
    }

    /** The same kind of exception with another cause. Sub-types give their own kind. */
    protected HeadraceException copy(Throwable cause) {
        return new HeadraceException(message(), cause);
    }

    /** The message as it was given; never {@code null}. */
    final String message() {
        return String.valueOf(getMessage());
    }
}
