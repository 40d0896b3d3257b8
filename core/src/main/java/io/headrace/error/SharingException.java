package io.headrace.error;

/**
 * Signals cannot be shared under a file's name, or those of a file cannot be attached: the file is there already, is missing,
 * damaged, of another user or of another version, or the process that shared it has ended.
 *
 * <p>Thrown by the call, and nothing is left behind. The message names the file and says what to do.
 */
public class SharingException extends HeadraceException {

    /** Says which file and what is wrong with it. */
    public SharingException(String message) {
        super(message);
    }

    /** Says which file and what is wrong with it. Another exception caused it. */
    public SharingException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new SharingException(message(), cause);
    }
}
