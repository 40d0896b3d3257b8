package io.headrace.sim.trace;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the parts of a JSON file that tell of device work. */
final class JsonTrace {

    /** As forgiving as can be without a doubt about what is meant: programs that write traces get such details wrong. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
            .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    /** How the parser's messages begin when the text is over too early. */
    static final String END_OF_INPUT = "Unexpected end-of-input";

    private final Path path;
    private final TraceBuilder builder;
    private final ChromeEvents chrome;
    private final RocprofRecords rocprof;
    private @Nullable TraceFormat format;
    private boolean mayEndHere;

    JsonTrace(Path path, TraceBuilder builder) {
        this.path = path;
        this.builder = builder;
        this.chrome = new ChromeEvents(builder);
        this.rocprof = new RocprofRecords(builder);
    }

    Trace read(TraceInput input) throws IOException {
        Optional<String> cut = Optional.empty();
        try (JsonParser parser = FACTORY.createParser(input.reader())) {
            try {
                read(parser);
                if (parser.nextToken() != null) {
                    cut = Optional.of("something follows the end of the JSON, line="
                            + parser.currentLocation().getLineNr());
                }
            } catch (IOException e) {
                if (format == null) {
                    throw new UnreadableTraceException(
                            "no trace that is known, and no whole JSON: path=" + path + ": " + reason(e), e);
                }
                if (!isListWithoutEnd(e)) {
                    cut = Optional.of(reason(e));
                }
            }
        }
        cut = input.failure().isPresent() ? input.failure() : cut;
        if (format == null) {
            throw new UnreadableTraceException("the JSON is no trace that is known: path=" + path
                    + "; known are \"traceEvents\" of PyTorch and Headrace, and \"rocprofiler-sdk-tool\" of rocprofv3");
        }
        return builder.build(chrome.isOwn() ? TraceFormat.HEADRACE : format, cut);
    }

    private void read(JsonParser parser) throws IOException {
        if (FlatObject.next(parser) == JsonToken.START_ARRAY) {
            events(parser, true);
            return;
        }
        for (JsonToken token = FlatObject.next(parser);
                token != JsonToken.END_OBJECT;
                token = FlatObject.next(parser)) {
            String name = parser.currentName();
            JsonToken value = FlatObject.next(parser);
            if (name.equals("traceEvents") && value == JsonToken.START_ARRAY) {
                format = TraceFormat.KINETO;
                events(parser, false);
            } else if (name.equals("rocprofiler-sdk-tool") && value.isStructStart()) {
                format = TraceFormat.ROCPROF_JSON;
                rocprof.read(parser);
            } else if (name.equals("otherData") && value == JsonToken.START_OBJECT) {
                chrome.readAbout(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void events(JsonParser parser, boolean wholeFile) throws IOException {
        for (; ; ) {
            mayEndHere = wholeFile;
            JsonToken token = FlatObject.next(parser);
            mayEndHere = false;
            if (token == JsonToken.END_ARRAY) {
                return;
            }
            if (token == JsonToken.START_OBJECT && chrome.read(parser)) {
                format = TraceFormat.KINETO;
            } else if (token == JsonToken.START_ARRAY) {
                parser.skipChildren();
            }
        }
    }

    /** A list of events without its bracket at the end is whole by the rules of that format. */
    private boolean isListWithoutEnd(IOException failure) {
        return mayEndHere
                && failure instanceof JacksonException json
                && json.getOriginalMessage().startsWith(END_OF_INPUT);
    }

    private static String reason(IOException failure) {
        if (failure instanceof JacksonException json) {
            JsonLocation where = json.getLocation();
            return json.getOriginalMessage()
                    + (where == null ? "" : ", line=" + where.getLineNr() + " column=" + where.getColumnNr());
        }
        return String.valueOf(failure.getMessage());
    }
}
