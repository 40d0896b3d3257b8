package io.headrace.error;

/**
 * A knob has a value that cannot be used, or knobs contradict each other or a runtime that is open already.
 *
 * <p>Thrown when the settings are read or changed, before any device is touched. Correct the system property, the
 * environment variable or the argument that the message names.
 */
public class ConfigurationException extends HeadraceException {

    /** Says which knob, its value and the allowed range. */
    public ConfigurationException(String message) {
        super(message);
    }

    /** Says which knob, its value and the allowed range. Another exception caused it. */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new ConfigurationException(message(), cause);
    }
}
