package io.headrace.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.headrace.trace.ChromeTraceWriter;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the runtime's writer exports, read again, by Headrace and by any program that reads JSON. */
class ExportTest {

    private static final int COUNT = 3_000;

    /** Names as nobody would give them. */
    private static final List<String> NAMES = List.of(
            "saxpy",
            "",
            "a \"quoted\" \\ back\\slash",
            "line\nfeed\tand\u0000null\u0001\u001f\u007f",
            "</script><!-- \u2028\u2029",
            "\u00e9\u4e2d\ud83d\ude00",
            "\ud83d lone \ude00",
            "NaN",
            "{\"ph\":\"X\"}");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    private List<OperationRecord> records;

    @BeforeEach
    void makeRecords() {
        records = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            records.add(record(i + 1));
        }
    }

    private OperationRecord record(long id) {
        long enqueued = 1_712_195_495_505_582_987L + random.nextInt(3_000_000);
        long submitted = enqueued + random.nextInt(2_000);
        long started = submitted + random.nextInt(2_000);
        long ended = started + Math.max(0, random.nextInt(-100, 5_000));
        return new OperationRecord(
                random.nextBoolean() ? id : Long.MAX_VALUE - id,
                any(io.headrace.trace.OperationKind.values()),
                random.nextBoolean() ? NAMES.get(random.nextInt(NAMES.size())) : anyCharacters(),
                "host:" + random.nextInt(3),
                random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(100),
                "queue " + random.nextInt(4),
                random.nextLong(Long.MAX_VALUE),
                random.nextLong(),
                enqueued,
                submitted,
                started,
                ended,
                random.nextBoolean() ? 0 : random.nextLong(),
                random.nextBoolean() ? 0 : random.nextLong(),
                any(Outcome.values()));
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private String anyCharacters() {
        char[] name = new char[random.nextInt(20)];
        for (int i = 0; i < name.length; i++) {
            name[i] = (char) random.nextInt(random.nextBoolean() ? 0x100 : 0x1_0000);
        }
        return new String(name);
    }

    private Path export(String name) {
        Path file = folder.resolve(name);
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            records.forEach(writer::record);
        }
        return file;
    }

    private static TracedOperation expected(OperationRecord record) {
        return new TracedOperation(
                record.id(),
                switch (record.kind()) {
                    case KERNEL -> OperationKind.KERNEL;
                    case COPY -> OperationKind.COPY;
                    case FILL -> OperationKind.FILL;
                    default -> OperationKind.OTHER;
                },
                record.name(),
                record.device(),
                Long.toString(record.stream()),
                record.queue(),
                OptionalLong.of(record.bytes()),
                record.correlation(),
                OptionalLong.of(record.enqueuedNanos()),
                OptionalLong.of(record.submittedNanos()),
                record.startedNanos(),
                record.endedNanos(),
                record.outcome().label());
    }

    @Test
    void whatIsReadAgainIsWhatWasWrittenWithEveryDigitAndCharacter() {
        List<TracedOperation> device = records.stream()
                .filter(record -> record.kind() != io.headrace.trace.OperationKind.HOST_CALL)
                .sorted(Comparator.comparingLong(OperationRecord::startedNanos))
                .map(ExportTest::expected)
                .toList();
        for (String name : List.of("trace.json", "trace.json.gz")) {
            Trace trace = TraceReader.read(export(name));
            assertThat(trace.format()).isEqualTo(TraceFormat.HEADRACE);
            assertThat(trace.cut()).isEmpty();
            assertThat(trace.notes()).isEmpty();
            assertThat(trace.operations()).as("seed=%d", seed).isEqualTo(device);
        }
    }

    /** An event as far as its place in the picture goes. */
    private record Placed(String track, BigDecimal ts, BigDecimal dur) {

        BigDecimal end() {
            return ts.add(dur);
        }
    }

    @Test
    void anyParserTakesItAndOperationsOfOneTrackNeverOverlap() throws IOException {
        Map<String, List<Placed>> tracks = new HashMap<>();
        List<Placed> marks = new ArrayList<>();
        Map<String, Integer> phases = new HashMap<>();
        try (JsonParser parser =
                new JsonFactory().createParser(export("trace.json").toFile())) {
            FlatObject event = new FlatObject();
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                assertThat(parser.currentToken()).isNotNull();
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                event.read(parser);
                phases.merge(event.get("ph"), 1, Integer::sum);
                if ("X".equals(event.get("ph"))) {
                    Placed placed = new Placed(
                            event.get("pid") + "/" + event.get("tid"),
                            new BigDecimal(event.get("ts")),
                            new BigDecimal(event.get("dur")));
                    assertThat(placed.ts().scale()).isEqualTo(3);
                    assertThat(placed.dur().scale()).isEqualTo(3);
                    if ("enqueue".equals(event.get("cat"))) {
                        marks.add(placed);
                    } else {
                        tracks.computeIfAbsent(placed.track(), ignored -> new ArrayList<>())
                                .add(placed);
                        assertThat(placed.ts().movePointRight(3).toBigIntegerExact())
                                .hasToString(event.get("args.started_ns"));
                        assertThat(placed.end().movePointRight(3).toBigIntegerExact())
                                .hasToString(event.get("args.ended_ns"));
                    }
                }
            }
            assertThat(parser.currentToken()).isEqualTo(JsonToken.END_ARRAY);
            while (parser.nextToken() != null) {
                // What the file says of itself.
            }
        }
        assertThat(phases)
                .containsEntry("X", 2 * COUNT)
                .containsEntry("s", COUNT)
                .containsEntry("f", COUNT);
        assertThat(tracks).hasSizeGreaterThan(12);
        assertThat(marks).hasSize(COUNT).allSatisfy(mark -> {
            assertThat(tracks).doesNotContainKey(mark.track());
            assertThat(mark.dur()).isEqualByComparingTo("0.001");
        });
        tracks.forEach((track, placed) -> {
            placed.sort(Comparator.comparing(Placed::ts).thenComparing(Placed::end));
            for (int i = 1; i < placed.size(); i++) {
                assertThat(placed.get(i).ts())
                        .as("seed=%d track=%s", seed, track)
                        .isGreaterThanOrEqualTo(placed.get(i - 1).end());
            }
        });
    }
}
