package io.headrace.config;

import java.util.List;
import java.util.Map;

/** Settings read from maps, for tests. */
final class Given {

    private Given() {}

    static Settings variables(Map<String, String> environment) {
        return Settings.from(Map.of(), environment, warning -> {});
    }

    static Settings variable(String name, String value) {
        return variables(Map.of(name, value));
    }

    static Settings properties(Map<String, String> properties) {
        return Settings.from(properties, Map.of(), warning -> {});
    }

    static List<String> warningsOfVariable(String name) {
        return variable(name, "1").warnings();
    }

    static List<String> warningsOfProperty(String name) {
        return properties(Map.of(name, "1")).warnings();
    }
}
