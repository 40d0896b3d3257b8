package io.headrace;

/** Code that runs on the host at its place in a stream. See {@link Stream#hostCall}. */
@FunctionalInterface
public interface HostCall {

    /**
     * Runs the call. It may block and may use the library, but must not wait for the stream it is part of.
     *
     * @throws Exception to fail the call and with it its stream
     */
    void run() throws Exception;
}
