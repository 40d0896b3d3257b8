package io.headrace.cli.bench;

import io.headrace.trace.OperationRecord;
import io.headrace.trace.TraceSink;
import java.util.concurrent.CountDownLatch;

/** A sink that is as fast as can be: it counts. */
final class RecordCount implements TraceSink {

    private long records;
    private long dropped;

    @Override
    public void record(OperationRecord operation) {
        records++;
    }

    @Override
    public void dropped(long count) {
        dropped += count;
    }

    /** The same, but the thread that takes records waits first, so that it takes no processor from what is measured. */
    TraceSink after(CountDownLatch measured) {
        return new TraceSink() {
            @Override
            public void record(OperationRecord operation) {
                try {
                    measured.await();
                } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts this thread", e);
                }
                RecordCount.this.record(operation);
            }

            @Override
            public void dropped(long count) {
                RecordCount.this.dropped(count);
            }
        };
    }

    /** Checks, once the trace is closed, that each operation has a record or counts as dropped. */
    void check(long operations) {
        if (records + dropped != operations) {
            throw new IllegalStateException("operations are missing in a trace: operations=" + operations + " records="
                    + records + " dropped=" + dropped);
        }
    }
}
