package io.headrace.sim.timeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.headrace.sim.trace.StreamKey;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TracedOperation;
import java.io.IOException;
import java.io.Serial;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a page knows, as JSON. Columns of numbers are texts with a blank between numbers: short, quickly taken apart, and
 * whoever needs all 64 bits of one has its digits. Times count from the first beginning.
 */
final class TimelineData {

    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final Trace trace;
    private final List<TracedOperation> operations;
    private final List<TimelineRun> runs;
    private final long origin;

    TimelineData(Trace trace, List<TracedOperation> operations, List<TimelineRun> runs) {
        this.trace = trace;
        this.operations = operations;
        this.runs = runs;
        this.origin = operations.isEmpty() ? 0 : operations.getFirst().started();
    }

    /** Writes it. It is all ASCII, and nothing in it can end the element of the page in which it stands. */
    void write(Writer writer, String title, List<String> notes) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(writer)) {
            json.setCharacterEscapes(new ForPages());
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("title", title);
            json.writeStringField("format", trace.format().toString());
            json.writeStringField("origin", Long.toString(origin));
            texts(json, "notes", notes);
            shared(json, "name", TracedOperation::name, name -> name);
            shared(json, "kind", operation -> operation.kind().name().toLowerCase(Locale.ROOT), kind -> kind);
            shared(json, "outcome", TracedOperation::outcome, outcome -> outcome);
            shared(json, "stream", TracedOperation::streamKey, streamName());
            column(json, "id", operations.size(), i -> operations.get(i).id());
            column(
                    json,
                    "correlation",
                    operations.size(),
                    i -> operations.get(i).correlation());
            column(json, "nanos", operations.size(), i -> operations.get(i).nanos());
            column(json, "started", operations.size(), i -> operations.get(i).started() - origin);
            column(
                    json,
                    "enqueued",
                    operations.size(),
                    i -> ago(i, operations.get(i).enqueued()));
            column(
                    json,
                    "submitted",
                    operations.size(),
                    i -> ago(i, operations.get(i).submitted()));
            column(json, "bytes", operations.size(), i -> told(operations.get(i).bytes()));
            runs(json);
            json.writeEndObject();
        }
    }

    private void runs(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("runs");
        for (TimelineRun run : runs) {
            json.writeStartObject();
            json.writeStringField("name", run.name());
            json.writeBooleanField("model", run.isModel());
            texts(json, "devices", run.tracks().stream().map(Track::device).toList());
            texts(json, "tracks", run.tracks().stream().map(Track::name).toList());
            column(json, "track", run.count(), run::track);
            if (run.isModel()) {
                column(
                        json,
                        "later",
                        run.count(),
                        i -> run.started(i) - (operations.get(i).started() - origin));
                column(json, "waited", run.count(), run::waited);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Of one device, streams need no more than their own name. */
    private Function<StreamKey, String> streamName() {
        long devices =
                operations.stream().map(TracedOperation::device).distinct().count();
        return devices > 1 ? StreamKey::toString : StreamKey::stream;
    }

    /** How long before its beginning something had happened to an operation; nothing if that is not told. */
    private @Nullable Long ago(int operation, OptionalLong time) {
        return time.isEmpty() ? null : operations.get(operation).started() - time.getAsLong();
    }

    private static @Nullable Long told(OptionalLong number) {
        return number.isEmpty() ? null : number.getAsLong();
    }

    private <T> void shared(JsonGenerator json, String name, Function<TracedOperation, T> of, Function<T, String> shown)
            throws IOException {
        List<T> all = operations.stream().map(of).toList();
        List<T> different = Numbering.different(all);
        int[] numbers = Numbering.of(all, different);
        texts(json, name + "s", different.stream().map(shown).toList());
        column(json, name, numbers.length, i -> numbers[i]);
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /** A number for each operation; nothing stands for one that is not known. */
    private static void column(JsonGenerator json, String name, int count, IntFunction<@Nullable Number> number)
            throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            Number value = number.apply(i);
            text.append(i == 0 ? "" : " ").append(value == null ? "" : value);
        }
        json.writeStringField(name, text.toString());
    }

    /** In a page, {@code <} may begin what ends the data. */
    private static final class ForPages extends CharacterEscapes {

        @Serial
        private static final long serialVersionUID = 1;

        private final int[] escapes = standardAsciiEscapesForJSON();

        private ForPages() {
            for (char c : "<>&".toCharArray()) {
                escapes[c] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null;
        }
    }
}
