package io.headrace.sim.trace;

/** Whose file a trace is. */
public enum TraceFormat {
    /** Headrace's own Chrome JSON, with exact nanoseconds. */
    HEADRACE("Headrace JSON"),
    /** Chrome JSON as PyTorch's profiler (Kineto) writes it. */
    KINETO("PyTorch JSON"),
    /** A table of rocprofv3. */
    ROCPROF_CSV("rocprofv3 CSV"),
    /** The JSON of rocprofv3. */
    ROCPROF_JSON("rocprofv3 JSON");

    private final String words;

    TraceFormat(String words) {
        this.words = words;
    }

    /** The format as people call it. */
    @Override
    public String toString() {
        return words;
    }
}
