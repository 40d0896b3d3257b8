package io.headrace.error;

/**
 * A handle was used after it was closed: a runtime, a stream, a buffer, an async queue.
 *
 * <p>Thrown by the call; nothing was queued. Work that was queued before the close runs to its end. A closed signal is
 * an {@link InvalidSignalException}.
 */
public class ClosedException extends HeadraceException {

    /** Says what was closed. */
    public ClosedException(String message) {
        super(message);
    }

    /** Says what was closed. Another exception caused it. */
    public ClosedException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new ClosedException(message(), cause);
    }
}
