package io.headrace;

/** A copy that needs more than one queue, run by a thread of the library at its place in a stream. */
sealed interface CopyTask permits SplitCopy, StagedCopy {

    /**
     * Copies, and returns once all has ended.
     *
     * @param order the stream
     * @throws Exception if a part has failed, after all others have ended
     */
    void run(StreamOrder order) throws Exception;
}
