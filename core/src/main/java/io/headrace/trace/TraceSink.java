package io.headrace.trace;

/**
 * Takes the records of a trace: writes them to a file, adds them up, keeps them. It is called by one thread of the library at a time,
 * never by one that enqueues, runs or ends operations, so that it may block; but while it does, records fill the trace's buffer, and
 * what has no room there is lost.
 *
 * <p>Records come as operations end, nearly in that order. If a call throws, the trace ends there, and its close throws that.
 */
public interface TraceSink {

    /** Takes a record. */
    void record(OperationRecord operation);

    /**
     * Operations have ended of which there is no record, because there was no room for it. Called once, behind the last record, and not
     * at all if there is a record of each.
     *
     * @param count how many in all, at least 1
     */
    void dropped(long count);
}
