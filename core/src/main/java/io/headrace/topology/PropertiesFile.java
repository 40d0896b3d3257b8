package io.headrace.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines {@code name value}. Names that nobody asks for are skipped, whatever their values are; of a name
 * that comes twice the first counts. A value that is no number, or too large, is unknown.
 *
 * @param <F> the fields that are asked for
 */
final class PropertiesFile<F extends Enum<F> & Field> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private record Entry(String value, int line) {}

    private final String place;
    private final Warnings warnings;
    private final EnumMap<F, Entry> entries;
    private final Map<String, Entry> lists = new HashMap<>();
    private final Values<F> values;

    /**
     * Reads all lines, and keeps those that are wanted.
     *
     * @param lists names that are wanted besides those of the fields
     */
    PropertiesFile(String place, byte[] content, FieldNames<F> names, Set<String> lists, Warnings warnings) {
        this.place = place;
        this.warnings = warnings;
        this.entries = new EnumMap<>(names.fields());
        // Any byte is a character of this set; none but ASCII has a meaning.
        readLines(new String(content, StandardCharsets.ISO_8859_1), names, lists);
        this.values = numbers(names.fields());
    }

    /** The place of the file in its tree. */
    String place() {
        return place;
    }

    /** The numbers of all fields that are there. */
    Values<F> values() {
        return values;
    }

    /** The line that a field is in; 0 if it is in none. */
    int line(F field) {
        Entry entry = entries.get(field);
        return entry == null ? 0 : entry.line;
    }

    /** A list of zeros and ones with commas between them; a comma behind the last one does no harm. */
    Optional<List<Integer>> bits(String key) {
        Entry entry = lists.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        List<Integer> bits = new ArrayList<>();
        for (String item : entry.value.split(",")) {
            if (!item.equals("0") && !item.equals("1")) {
                warnUnknown(key, entry, "is no list of zeros and ones");
                return Optional.empty();
            }
            bits.add(Integer.valueOf(item));
        }
        return Optional.of(bits);
    }

    private void readLines(String text, FieldNames<F> names, Set<String> wantedLists) {
        int line = 0;
        int start = 0;
        boolean strange = false;
        while (start < text.length()) {
            line++;
            int end = text.indexOf('\n', start);
            if (end < 0) {
                warnings.add(
                        Warning.Kind.VALUE,
                        place,
                        line,
                        "the file ends within a line, which may be cut and is left out: "
                                + Warnings.shown(text.substring(start)));
                return;
            }
            String words = text.substring(start, end).strip();
            start = end + 1;
            int blank = blank(words);
            String key = words.substring(0, blank);
            Entry entry = new Entry(words.substring(blank).strip(), line);
            F field = names.named(key);
            if (field != null) {
                warnIfTwice(key, entry, entries.putIfAbsent(field, entry));
            } else if (wantedLists.contains(key)) {
                warnIfTwice(key, entry, lists.putIfAbsent(key, entry));
            } else if (!strange && !words.isEmpty() && !NAME.matcher(key).matches()) {
                strange = true;
                warnings.add(
                        Warning.Kind.VALUE,
                        place,
                        line,
                        "no name and value, skipped like all such lines of this file: " + Warnings.shown(words));
            }
        }
    }

    /** Where the first word ends. */
    private static int blank(String words) {
        int i = 0;
        while (i < words.length() && !Character.isWhitespace(words.charAt(i))) {
            i++;
        }
        return i;
    }

    private void warnIfTwice(String key, Entry entry, @Nullable Entry first) {
        if (first != null && !first.value.equals(entry.value)) {
            warnings.add(
                    Warning.Kind.DUPLICATE,
                    place,
                    entry.line,
                    key + " has another value here: " + Warnings.shown(entry.value) + "; the first counts, in line "
                            + first.line + ": " + Warnings.shown(first.value));
        }
    }

    private Values<F> numbers(Class<F> fields) {
        EnumMap<F, Long> known = new EnumMap<>(fields);
        entries.forEach((field, entry) -> {
            try {
                known.put(field, Unsigned.parse(entry.value));
            } catch (IllegalArgumentException e) {
                warnUnknown(field.key(), entry, String.valueOf(e.getMessage()));
            }
        });
        return new Values<>(fields, known);
    }

    private void warnUnknown(String key, Entry entry, String why) {
        warnings.add(
                Warning.Kind.VALUE, place, entry.line, key + " is unknown: " + Warnings.shown(entry.value) + " " + why);
    }
}
