package io.headrace.config;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds names that were meant to be knobs and are none. */
final class Spelling {

    private static final List<String> VARIABLES = known(Knob::variable, "HEADRACE_TEST_DATA");
    private static final List<String> PROPERTIES = known(Knob::property, "headrace.test.data");

    private Spelling() {}

    /** Whether an environment variable has our prefix and no meaning. */
    static boolean isStrangeVariable(String name) {
        return isOurs(name) && !VARIABLES.contains(name);
    }

    /** Whether a system property has our prefix, be it written as in a variable, and no meaning. */
    static boolean isStrangeProperty(String name) {
        return isOurs(name) && !PROPERTIES.contains(name);
    }

    /** The variable whose name needs the fewest edits to become this one; the first known if several do. */
    static String nearestVariable(String name) {
        return nearest(name, VARIABLES);
    }

    /** The property whose name needs the fewest edits to become this one; the first known if several do. */
    static String nearestProperty(String name) {
        return nearest(name, PROPERTIES);
    }

    /** How many characters have to be inserted, removed or replaced to make one text of the other. */
    static int edits(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[to.length()];
    }

    private static List<String> known(Function<Knob, String> name, String noKnob) {
        return Stream.concat(Stream.of(Knob.values()).map(name), Stream.of(noKnob))
                .toList();
    }

    /** Case and separators cost nothing: {@code HEADRACE_DEVICE} as a property is meant for {@code headrace.device}. */
    private static String nearest(String name, List<String> known) {
        String variable = asVariable(name);
        return Collections.min(known, Comparator.comparingInt(candidate -> edits(variable, asVariable(candidate))));
    }

    private static boolean isOurs(String name) {
        return asVariable(name).startsWith("HEADRACE_");
    }

    private static String asVariable(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_');
    }
}
