package io.headrace.error;

/**
 * Memory of a device, or native memory of the host, could not be had.
 *
 * <p>Thrown when a buffer, a ring or an arena of signals is made. Nothing was allocated. Close buffers that are no longer
 * needed (their memory comes back when the operations that use them have ended) or ask for less, then try again.
 */
public class OutOfDeviceMemoryException extends HeadraceException {

    /** Says what was asked for and what there was. */
    public OutOfDeviceMemoryException(String message) {
        super(message);
    }

    /** Says what was asked for and what there was. Another exception caused it. */
    public OutOfDeviceMemoryException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new OutOfDeviceMemoryException(message(), cause);
    }
}
