package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads what a command printed with {@code --json}. */
public final class Facts {

    private Facts() {}

    /** The one object on the one line of the output. */
    public static Map<String, Object> of(Cli.Result result) throws IOException {
        assertThat(result.out().lines()).hasSize(1);
        return JSON.std.mapFrom(result.out());
    }

    /** A member that is a list of objects. */
    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> list(Map<String, Object> object, String key) {
        return (List<Map<String, Object>>) object.get(key);
    }
}
