package io.headrace.sim.trace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads traces: tables and JSON of rocprofv3, Chrome JSON of PyTorch's profiler, and Headrace's own; packed by gzip or not. A
 * file is read once from its beginning to its end, and only the operations of devices are kept. What a file is is told by
 * what it contains, whatever it is called.
 *
 * <p>If a file ends too early or goes on as nonsense, what was read until then is given, and {@link Trace#cut()} says so.
 */
public final class TraceReader {

    private TraceReader() {}

    /**
     * Reads a file.
     *
     * @throws UnreadableTraceException if it cannot be read, or is no trace
     */
    public static Trace read(Path path) {
        try (TraceInput input = TraceInput.open(path)) {
            int first = input.first();
            TraceBuilder builder = new TraceBuilder(path.toString());
            return switch (first) {
                case -1 ->
                    throw new UnreadableTraceException(
                            "no trace, " + input.failure().orElse("the file is empty") + ": path=" + path);
                case '{', '[' -> new JsonTrace(path, builder).read(input);
                default -> new CsvTrace(path, builder).read(input);
            };
        } catch (NoSuchFileException e) {
            throw new UnreadableTraceException("there is no such trace: path=" + path, e);
        } catch (AccessDeniedException e) {
            throw new UnreadableTraceException("the trace may not be read: path=" + path, e);
        } catch (IOException e) {
            throw new UnreadableTraceException("the trace cannot be read: path=" + path + ": " + e.getMessage(), e);
        }
    }
}
