package io.headrace.error;

/**
 * A signal was used that is closed, or a handle that belongs to no living signal.
 *
 * <p>Thrown by the use, by a wait whose signal is closed meanwhile, and as the failure of operations that were held for
 * such a signal. Keep the signal open until all who wait for it are done.
 */
public class InvalidSignalException extends HeadraceException {

    /** Says which signal and what is wrong with it. */
    public InvalidSignalException(String message) {
        super(message);
    }

    /** Says which signal and what is wrong with it. Another exception caused it. */
    public InvalidSignalException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new InvalidSignalException(message(), cause);
    }
}
