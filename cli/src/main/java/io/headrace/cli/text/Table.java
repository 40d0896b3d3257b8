package io.headrace.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Text in columns, each as wide as its widest cell. A column whose heading begins with {@code >} is set to the right.
 * Not safe for use from several threads.
 */
public final class Table {

    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<Boolean> right;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<String> headings) {
        this.right = headings.stream().map(heading -> heading.startsWith(">")).toList();
        this.headings = headings.stream()
                .map(heading -> heading.startsWith(">") ? heading.substring(1) : heading)
                .toList();
    }

    /** A table without rows. */
    public static Table of(String... headings) {
        return new Table(List.of(headings));
    }

    /**
     * Adds a row.
     *
     * @param cells one for each heading; shown by their {@code toString}
     */
    public Table row(Object... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException("cells=" + cells.length + " headings=" + headings.size());
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    /** Prints headings and rows. */
    public void print(PrintWriter out) {
        int[] widths = new int[headings.size()];
        measure(headings, widths);
        rows.forEach(row -> measure(row, widths));
        print(out, headings, widths);
        rows.forEach(row -> print(out, row, widths));
    }

    private static void measure(List<String> row, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
        }
    }

    private void print(PrintWriter out, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            line.append(right.get(i) ? blanks + row.get(i) : row.get(i) + blanks)
                    .append(GAP);
        }
        out.println(line.toString().stripTrailing());
    }
}
