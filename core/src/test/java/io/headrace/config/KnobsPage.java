package io.headrace.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The tables of docs/knobs.md. */
final class KnobsPage {

    private KnobsPage() {}

    /** The rows below the heading of a table, cell by cell. */
    static List<List<String>> rows(String heading) throws IOException {
        return rows(Path.of("..", "docs", "knobs.md"), heading);
    }

    /** The rows below the heading of a page's table, cell by cell. */
    static List<List<String>> rows(Path page, String heading) throws IOException {
        List<String> lines = Files.readAllLines(page);
        int start = lines.indexOf(heading);
        if (start < 0) {
            throw new AssertionError(page + " has no table with the heading " + heading);
        }
        return lines.stream()
                .skip(start + 2)
                .takeWhile(line -> line.startsWith("|"))
                .map(KnobsPage::cells)
                .toList();
    }

    /** Bars inside of a cell are written with a backslash, as Markdown has it. */
    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }
}
