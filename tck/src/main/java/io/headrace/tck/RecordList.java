package io.headrace.tck;

import io.headrace.Trace;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps the records of a trace, and notices calls that it must not get. */
final class RecordList implements TraceSink {

    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final List<OperationRecord> records = new ArrayList<>();
    private long dropped;
    private int calledWrongly;

    @Override
    public void record(OperationRecord operation) {
        enter();
        try {
            if (dropped > 0) {
                calledWrongly++;
            }
            records.add(operation);
        } finally {
            oneAtATime.unlock();
        }
    }

    @Override
    public void dropped(long count) {
        enter();
        try {
            if (dropped > 0 || count < 1) {
                calledWrongly++;
            }
            dropped = count;
        } finally {
            oneAtATime.unlock();
        }
    }

    private void enter() {
        if (!oneAtATime.tryLock()) {
            throw new IllegalStateException("a sink was called by two threads at once");
        }
    }

    /** How many were reported as lost. Asked once the trace is closed. */
    long dropped() {
        return dropped;
    }

    /** Ends the trace and gives all records. */
    List<OperationRecord> of(Trace trace) {
        trace.close();
        if (calledWrongly > 0 || trace.recorded() != records.size() || trace.dropped() != dropped) {
            throw new AssertionError("the sink was not called as promised: records=" + records.size() + " recorded="
                    + trace.recorded() + " dropped=" + dropped + " of=" + trace.dropped() + " wrong=" + calledWrongly);
        }
        return List.copyOf(records);
    }
}
