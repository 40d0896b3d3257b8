package io.headrace.error;

/**
 * Something that a device has a limited number of is used up: queues, copy engines, signals; never its memory.
 *
 * <p>Thrown by the call that needed one more; what was there stays as it was, and a later try can succeed. A ring or a
 * stream that is full is no such failure: there the caller waits for room.
 */
public class ResourcesExhaustedException extends HeadraceException {

    /** Says which resource, its limit and how much is in use. */
    public ResourcesExhaustedException(String message) {
        super(message);
    }

    /** Says which resource, its limit and how much is in use. Another exception caused it. */
    public ResourcesExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new ResourcesExhaustedException(message(), cause);
    }
}
