package io.headrace;

import io.headrace.error.UnsupportedFeatureException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Notes the operations of a {@link Recording}. It exists while {@link Device#record} or {@link Recording#with} runs, on that
 * thread; nothing is enqueued.
 *
 * <p>Host memory must be such that any thread may use it at any time: that of a confined arena is refused.
 */
public final class Recorder extends Operations<Recorder> {

    private final List<Operation> operations = new ArrayList<>();
    private final Thread thread = Thread.currentThread();
    private boolean finished;

    private Recorder(Device device) {
        super(device);
    }

    /** What the given code does with a recorder. */
    static List<Operation> operations(Device device, Consumer<Recorder> code) {
        Objects.requireNonNull(code, "operations");
        Recorder recorder = new Recorder(device);
        try {
            code.accept(recorder);
        } finally {
            recorder.finished = true;
        }
        return recorder.operations;
    }

    @Override
    Recorder add(Operation operation) {
        addNothing();
        if (operation.task() instanceof StagedCopy) {
            throw new UnsupportedFeatureException("a recording cannot have a copy that is staged through the host: "
                    + operation.task() + "; enqueue it on the stream between two recordings");
        }
        operations.add(operation.recorded());
        return this;
    }

    @Override
    Recorder addNothing() {
        if (Thread.currentThread() != thread) {
            throw new WrongThreadException("a recorder belongs to the thread that called record(...): thread="
                    + thread.getName() + " calledBy=" + Thread.currentThread().getName());
        }
        if (finished) {
            throw new IllegalStateException(
                    "the recording is finished: a recorder is of use only while record(...) runs");
        }
        return this;
    }

    @Override
    HostMemory source(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.recorded(memory, pitch, rows, device());
    }

    @Override
    HostMemory destination(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.recordedDestination(memory, pitch, rows, device());
    }
}
