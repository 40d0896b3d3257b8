package io.headrace.error;

/**
 * A range of host memory is not present on the device, or is so only in part.
 *
 * <p>Thrown by the data environment of a device's async queues, when something was asked of the data on the device; nothing
 * has changed. Make the whole range present once, and then use it or parts of it.
 */
public class NotPresentException extends HeadraceException {

    /** Says which range was asked for and what there is. */
    public NotPresentException(String message) {
        super(message);
    }

    /** Says which range was asked for and what there is. Another exception caused it. */
    public NotPresentException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new NotPresentException(message(), cause);
    }
}
