package io.headrace.sim.trace;

import io.headrace.error.HeadraceException;

/** A file cannot be read, or is no trace. The message names the file. */
public final class UnreadableTraceException extends HeadraceException {

    /** Says which file and what is wrong with it. */
    public UnreadableTraceException(String message) {
        super(message);
    }

    /** Says which file and what is wrong with it. Another exception caused it. */
    public UnreadableTraceException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new UnreadableTraceException(String.valueOf(getMessage()), cause);
    }
}
