package io.headrace;

import io.headrace.copy.Direction;

/** A copy that needs more than one queue, run by a thread of the library at its place in a stream. */
sealed interface CopyTask permits SplitCopy, StagedCopy {

    /** Where the bytes go, as a device sees it. */
    Direction direction(Device device);

    /** How many bytes are copied. */
    long bytes();

    /**
     * Copies, and returns once all has ended.
     *
     * @param order the stream
     * @param packets takes the parts; none has been in it
     * @throws Exception if a part has failed, after all others have ended
     */
    void run(StreamOrder order, CopyPackets packets) throws Exception;
}
