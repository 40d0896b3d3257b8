package io.headrace.cli.timeline;

import io.headrace.trace.ChromeTraceWriter;
import io.headrace.trace.OperationKind;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import java.nio.file.Path;
import java.util.List;

/** Traces as the runtime writes them. */
final class Traces {

    /** A name that ends the page's data, if it is let. */
    static final String HOSTILE =
            "</script><script>window.broken=1</script><img src=x onerror='window.broken=2'>&amp;\"\\'\n\u2028\ud83d\ude00";

    private static final long ORIGIN = 1_712_195_495_505_582_000L;

    private Traces() {}

    /** An operation of a stream; times are microseconds from the beginning on. */
    static OperationRecord operation(
            long id, String name, long stream, String queue, long enqueued, long submitted, long started, long ended) {
        return new OperationRecord(
                id,
                OperationKind.KERNEL,
                name,
                "host:0",
                stream,
                queue,
                0,
                id,
                ORIGIN + 1_000 * enqueued,
                ORIGIN + 1_000 * submitted,
                ORIGIN + 1_000 * started,
                ORIGIN + 1_000 * ended,
                0,
                0,
                Outcome.DONE);
    }

    /** Five operations of three streams on two queues, in the order of their beginnings; two of queue 1 overlap. */
    static List<OperationRecord> five() {
        return List.of(
                operation(11, "grey", 1, "queue 0", 0, 0, 10, 210),
                operation(12, "blur", 2, "queue 1", 0, 5, 20, 420),
                operation(13, "blur edges", 3, "queue 1", 1, 30, 120, 320),
                operation(14, HOSTILE, 1, "queue 0", 2, 4, 300, 700),
                operation(15, "grey", 2, "queue 1", 3, 400, 500, 1_000));
    }

    /** So many operations of 200 streams over 8 queues, one after the other in each, with pauses. */
    static void writeMany(Path file, int count) {
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            for (int i = 0; i < count; i++) {
                long started = 13L * (i / 8) + i % 8;
                int stream = i * 31 % 200;
                writer.record(operation(
                        i + 1,
                        "kernel " + i % 50,
                        stream,
                        "queue " + i % 8,
                        Math.max(0, started - 40),
                        Math.max(0, started - i % 30),
                        started,
                        started + 3 + i % 9));
            }
        }
    }

    static Path write(Path file, List<OperationRecord> records) {
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            records.forEach(writer::record);
        }
        return file;
    }
}
