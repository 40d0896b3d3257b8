package io.headrace.sim.trace;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plain values of a JSON object and of the objects in it, each as the file writes it, by the names that lead there, for
 * instance {@code args.stream}. Lists and nulls are left out. One is used for one object after the other.
 */
final class FlatObject {

    private final Map<String, String> values = new HashMap<>();

    /** Reads an object whose beginning was read. */
    void read(JsonParser parser) throws IOException {
        values.clear();
        read(parser, "");
    }

    private void read(JsonParser parser, String prefix) throws IOException {
        for (JsonToken token = next(parser); token != JsonToken.END_OBJECT; token = next(parser)) {
            String name = prefix.isEmpty() ? parser.currentName() : prefix + parser.currentName();
            switch (next(parser)) {
                case START_OBJECT -> read(parser, name + ".");
                case START_ARRAY -> parser.skipChildren();
                case VALUE_NULL -> {}
                default -> values.put(name, parser.getText());
            }
        }
    }

    /** The value, or {@code null} if there is none. */
    @Nullable
    String get(String name) {
        return values.get(name);
    }

    /** The value of the first of two names that has one. */
    @Nullable
    String get(String name, String otherwise) {
        String value = values.get(name);
        return value == null ? values.get(otherwise) : value;
    }

    /** The next token, of which there must be one. */
    static JsonToken next(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonEOFException(parser, JsonToken.NOT_AVAILABLE, JsonTrace.END_OF_INPUT);
        }
        return token;
    }
}
