package io.headrace.error;

/**
 * An operation was dropped by {@code stream.cancel()} before it reached the device.
 *
 * <p>Thrown by waits for the stream, and as the failure of what depended on the dropped operations. What the device had
 * already is not dropped and ran to its end.
 */
public class OperationCancelledException extends HeadraceException {

    /** Says which stream was cancelled. */
    public OperationCancelledException(String message) {
        super(message);
    }

    /** Says which stream was cancelled. Another exception caused it. */
    public OperationCancelledException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new OperationCancelledException(message(), cause);
    }
}
