package io.headrace.cli.topo;

import io.headrace.topology.Warning;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Warnings, one a line. Of a kind that comes again and again the first few are shown, and how many more there are. */
final class WarningLines {

    private static final int MOST_OF_A_KIND = 5;

    private WarningLines() {}

    static void print(List<Warning> warnings, PrintWriter err) {
        Map<Warning.Kind, Integer> counts = new EnumMap<>(Warning.Kind.class);
        for (Warning warning : warnings) {
            if (counts.merge(warning.kind(), 1, Integer::sum) <= MOST_OF_A_KIND) {
                err.println("warning: " + warning);
            }
        }
        counts.forEach((kind, count) -> {
            if (count > MOST_OF_A_KIND) {
                err.println("warning: " + (count - MOST_OF_A_KIND) + " more of this kind (" + TopoJson.word(kind)
                        + "), which --json shows");
            }
        });
        err.flush();
    }
}
