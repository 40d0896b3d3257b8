package io.headrace.trace;

/** Takes the records of what ran, one after the other. Called by one thread at a time. */
public interface TraceSink {

    /** An operation has ended. Records come in any order. */
    void record(OperationRecord record);

    /**
     * Records were lost, since they came faster than they were taken.
     *
     * @param count how many, since the last call
     */
    void dropped(long count);
}
