package io.headrace.cli.text;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON object that is built key by key and printed on one line. Not safe for use from several threads. */
public final class Json {

    private final Map<String, Object> members = new LinkedHashMap<>();

    private Json() {}

    /** An empty object. */
    public static Json object() {
        return new Json();
    }

    /**
     * Adds a member behind those that are there.
     *
     * @param value a number, flag, text, {@code Json}, or a list of such
     */
    public Json with(String key, Object value) {
        members.put(key, plain(value));
        return this;
    }

    /** The object on one line, without a line end. */
    @Override
    public String toString() {
        try {
            return JSON.std.asString(members);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Json object -> object.members;
            case Iterable<?> list -> {
                List<Object> plain = new ArrayList<>();
                list.forEach(element -> plain.add(plain(element)));
                yield plain;
            }
            default -> value;
        };
    }
}
