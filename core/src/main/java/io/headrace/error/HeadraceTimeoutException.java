package io.headrace.error;

/**
 * There was no room for an operation within its stream's timeout.
 *
 * <p>Thrown only by the enqueueing calls of a stream that was made with a timeout; nothing was queued, so the call may be
 * repeated. Timed waits never throw it: they return {@code false}.
 */
public class HeadraceTimeoutException extends HeadraceException {

    /** Says what there was no room in, its limit and how long the call waited. */
    public HeadraceTimeoutException(String message) {
        super(message);
    }

    /** Says what there was no room in, its limit and how long the call waited. Another exception caused it. */
    public HeadraceTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new HeadraceTimeoutException(message(), cause);
    }
}
