package io.headrace.config;

import java.util.List;
import java.util.TreeSet;

/**
 * A set of whole numbers, separated by commas without blanks; it may be empty.
 *
 * @param item what each number may be
 */
record NumberList(WholeNumber item) implements ValueKind {

    @Override
    public String range() {
        return "numbers " + item.range() + " separated by commas, or empty";
    }

    @Override
    public String canonical(String text) {
        if (text.isEmpty()) {
            return text;
        }
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            try {
                numbers.add(Integer.valueOf(item.canonical(part)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("item=\"" + part + "\": " + e.getMessage(), e);
            }
        }
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }

    /** The numbers of a canonical text, ascending. */
    static List<Integer> numbers(String canonical) {
        return canonical.isEmpty()
                ? List.of()
                : List.of(canonical.split(",", -1)).stream()
                        .map(Integer::valueOf)
                        .toList();
    }
}
