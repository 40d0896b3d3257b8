package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.Trace;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.trace.OperationKind;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random programs: each operation that ended is in the trace exactly once, as what it was, and so do the counters count it. */
abstract class TraceRandomContract extends DriverContract {

    private static final int ROUNDS = 6;
    private static final int STREAMS = 8;
    private static final int OPERATIONS = 400;
    private static final Range ONE = Range.of(1);

    /** What a program did on one stream, and whether it has failed there. */
    private static final class Told {
        private final Stream stream;
        private final List<String> operations = new ArrayList<>();
        private boolean failed;

        Told(Stream stream) {
            this.stream = stream;
        }

        void add(OperationKind kind, long bytes, boolean fails) {
            Outcome outcome = failed ? Outcome.SKIPPED : fails ? Outcome.FAILED : Outcome.DONE;
            failed |= fails;
            operations.add(describe(stream.id(), kind, bytes, outcome));
        }
    }

    /** An event, and whether what was before it has failed. */
    private record Mark(Event event, boolean failed) {}

    private static String describe(long stream, OperationKind kind, long bytes, Outcome outcome) {
        return "stream=" + stream + " " + kind + " bytes=" + bytes + " " + outcome;
    }

    @Test
    void eachOperationThatEndedIsInTheTraceExactlyOnceAndInTheCounters() throws Exception {
        RandomGenerator random = Seed.random("eachOperationThatEndedIsInTheTraceExactlyOnceAndInTheCounters");
        for (int round = 0; round < ROUNDS; round++) {
            Headrace headrace = open(options()
                    .with(Knob.NUM_QUEUES, 1 + round % 4)
                    .with(Knob.QUEUE_SIZE, 8)
                    .with(Knob.COPY_THRESHOLD, random.nextInt(2) * 200L));
            Device device = headrace.device();
            RecordList list = new RecordList();
            Trace trace = headrace.trace(list);
            List<Told> told = run(device, random);
            List<OperationRecord> records = list.of(trace);
            TraceContract.assertWellFormed(records);
            List<String> expected = told.stream()
                    .flatMap(one -> one.operations.stream())
                    .sorted()
                    .toList();
            assertThat(records.stream()
                            .map(one -> describe(one.stream(), one.kind(), one.bytes(), one.outcome()))
                            .sorted()
                            .toList())
                    .isEqualTo(expected);
            assertThat(counted(device)).isEqualTo(counted(records));
            assertThat(device.counters().ended()).isEqualTo(expected.size());
            Eventually.isTrue("no depth", () -> device.counters().depth() == 0);
            assertThat(device.counters().users()).isZero();
            closeAllHandles();
        }
    }

    private static Map<String, Long> counted(List<OperationRecord> records) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        one -> one.kind() + " " + one.outcome(), TreeMap::new, Collectors.counting()));
    }

    private static Map<String, Long> counted(Device device) {
        Map<String, Long> counts = new TreeMap<>();
        device.counters().operations().forEach((kind, ended) -> {
            put(counts, kind, Outcome.DONE, ended.done());
            put(counts, kind, Outcome.FAILED, ended.failed());
            put(counts, kind, Outcome.SKIPPED, ended.skipped());
        });
        return counts;
    }

    private static void put(Map<String, Long> counts, OperationKind kind, Outcome outcome, long count) {
        if (count > 0) {
            counts.put(kind + " " + outcome, count);
        }
    }

    /** Enqueues at random; no wait throws a failure before all is enqueued, so that what it takes with it does not depend on time. */
    private static List<Told> run(Device device, RandomGenerator random) throws InterruptedException {
        List<Told> all = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            all.add(new Told(device.stream()));
        }
        List<Mark> marks = new ArrayList<>();
        try (Buffer buffer = device.buffer(OPERATIONS + 1)) {
            for (int i = 0; i < OPERATIONS; i++) {
                enqueue(all.get(random.nextInt(STREAMS)), i + 1, buffer, marks, random);
            }
        }
        for (Told one : all) {
            try {
                finish(one.stream);
                assertThat(one.failed).isFalse();
            } catch (HeadraceException failure) {
                assertThat(one.failed).as(failure.toString()).isTrue();
            }
            one.stream.close();
        }
        return all;
    }

    private static void enqueue(Told told, int bytes, Buffer buffer, List<Mark> marks, RandomGenerator random) {
        Stream stream = told.stream;
        boolean fails = random.nextInt(60) == 0;
        switch (random.nextInt(8)) {
            case 0 -> {
                stream.copy(MemorySegment.ofArray(new byte[bytes]), buffer.slice(0, bytes));
                told.add(OperationKind.COPY, bytes, false);
            }
            case 1 -> {
                stream.copy(buffer.slice(0, bytes), MemorySegment.ofArray(new byte[bytes]));
                told.add(OperationKind.COPY, bytes, false);
            }
            case 2 -> {
                stream.fillBytes(buffer.slice(0, bytes), (byte) bytes);
                told.add(OperationKind.FILL, bytes, false);
            }
            case 3 -> {
                stream.hostCall(() -> failIf(fails));
                told.add(OperationKind.HOST_CALL, 0, fails);
            }
            case 4 -> {
                stream.nativeCall(handle -> failIf(fails));
                told.add(OperationKind.NATIVE_CALL, 0, fails);
            }
            case 5 -> {
                Event event = stream.device().event();
                stream.record(event);
                marks.add(new Mark(event, told.failed));
            }
            case 6 -> {
                if (!marks.isEmpty()) {
                    Mark mark = marks.get(random.nextInt(marks.size()));
                    stream.waitFor(mark.event);
                    told.failed |= mark.failed;
                }
            }
            default -> {
                stream.launch(ONE, i -> failIf(fails));
                told.add(OperationKind.KERNEL, 0, fails);
            }
        }
    }

    private static void failIf(boolean fails) {
        if (fails) {
            throw new IllegalStateException("thrown on purpose by a test");
        }
    }
}
