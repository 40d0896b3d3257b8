package io.headrace.error;

/**
 * A device or driver cannot do what was asked.
 *
 * <p>Thrown before anything is queued. Headrace never does it elsewhere in silence: choose another device or another form
 * of the call.
 */
public class UnsupportedFeatureException extends HeadraceException {

    /** Says what was asked for, who cannot do it and what can be done instead. */
    public UnsupportedFeatureException(String message) {
        super(message);
    }

    /** Says what was asked for, who cannot do it and what can be done instead. Another exception caused it. */
    public UnsupportedFeatureException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new UnsupportedFeatureException(message(), cause);
    }
}
