package io.headrace.topology;

import java.util.ArrayList;
import java.util.List;

/** Collects warnings. There are never more than {@link #MOST}, however broken a tree is. Used by one thread. */
final class Warnings {

    static final int MOST = 10_000;

    private final List<Warning> all = new ArrayList<>();
    private int dropped;

    void add(Warning.Kind kind, String place, int line, String text) {
        if (all.size() < MOST - 1) {
            all.add(new Warning(kind, place, line, text));
        } else {
            dropped++;
        }
    }

    void add(Warning.Kind kind, String place, String text) {
        add(kind, place, 0, text);
    }

    List<Warning> all() {
        List<Warning> complete = new ArrayList<>(all);
        if (dropped > 0) {
            complete.add(
                    new Warning(Warning.Kind.VALUE, ".", 0, "there is more that is odd: warnings left out=" + dropped));
        }
        return List.copyOf(complete);
    }

    /**
     * A text out of a file as it can be shown: short, and with a {@code ?} for each character that is no printable
     * ASCII.
     */
    static String shown(String text) {
        int most = 40;
        String start = text.length() > most ? text.substring(0, most) + "..." : text;
        return '"' + start.replaceAll("[^ -~]", "?") + '"';
    }
}
