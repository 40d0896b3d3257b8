package io.headrace.signal;

/** User code that is called when a signal's value meets a condition; see {@link Signal#onChange}. */
@FunctionalInterface
public interface SignalHandler {

    /**
     * The condition held. May block.
     *
     * @param observed the value that met it; the signal may have another one by now
     * @return {@code true} to be called again, {@code false} to be removed
     */
    boolean changed(long observed);
}
