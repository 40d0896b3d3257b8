package io.headrace.kernel;

/** Code that works with a device's native queue at a stream's place. */
@FunctionalInterface
public interface NativeCall {

    /**
     * Enqueues native work, or does it.
     *
     * @param queue the handle of the native queue that runs the stream at this place; 0 on the host device, which has none
     * @throws Exception what the stream fails with
     */
    void run(long queue) throws Exception;
}
