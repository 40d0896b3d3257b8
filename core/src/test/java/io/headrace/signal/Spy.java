package io.headrace.signal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A watch that notes its calls. */
class Spy extends SignalWatch {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread caller;

    Spy(Condition condition, long value) {
        super(condition, value);
    }

    /** The observed value for each time it fired, "closed" for each time it was told of the closing. */
    List<String> calls() {
        return calls;
    }

    @Nullable
    Thread caller() {
        return caller;
    }

    @Override
    protected void fired(long observed) {
        caller = Thread.currentThread();
        calls.add(Long.toString(observed));
    }

    @Override
    protected void closed() {
        caller = Thread.currentThread();
        calls.add("closed");
    }
}
