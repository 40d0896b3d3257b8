package io.headrace.acc;

/**
 * What is done while a thread has another default queue. See {@link AsyncQueues#withDefault}.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface ScopedWork<X extends Exception> {

    /** Does it. */
    void run() throws X;
}
