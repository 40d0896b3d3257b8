package io.headrace.sim.timeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page without its data: text of this package's resources, put together. */
final class PageTemplate {

    /** What the page does, in the order in which scripts need each other. */
    private static final List<String> SCRIPTS = List.of(
            "d3.min.js", "format.js", "trace.js", "run.js", "picture.js", "overview.js", "tables.js", "page.js");

    private static final String MARK = "{{";
    private static final String END_OF_MARK = "}}";
    private static final String DATA = "data";

    /** Writes the data. */
    @FunctionalInterface
    interface Data {
        void write(Writer writer) throws IOException;
    }

    private final Map<String, String> parts;

    PageTemplate() {
        List<String> scripts =
                SCRIPTS.stream().map(name -> "\n" + resource(name)).toList();
        String style = "\n" + resource("timeline.css");
        parts = Map.of(
                "style",
                style,
                "scripts",
                scripts.stream()
                        .map(script -> "<script>" + script + "</script>")
                        .collect(Collectors.joining("\n")),
                "script-hashes",
                scripts.stream().map(PageTemplate::hash).collect(Collectors.joining(" ")),
                "style-hash",
                hash(style),
                "licences",
                html(resource("LICENSES.txt")));
    }

    /** Puts title and data into their places. */
    void write(Writer writer, String title, Data data) throws IOException {
        String page = resource("timeline.html");
        int from = 0;
        for (int mark = page.indexOf(MARK); mark >= 0; mark = page.indexOf(MARK, from)) {
            writer.write(page, from, mark - from);
            int end = page.indexOf(END_OF_MARK, mark);
            String name = page.substring(mark + MARK.length(), end);
            switch (name) {
                case DATA -> data.write(writer);
                case "title" -> writer.write(html(title));
                default -> writer.write(part(name));
            }
            from = end + END_OF_MARK.length();
        }
        writer.write(page, from, page.length() - from);
    }

    private String part(String name) {
        String part = parts.get(name);
        if (part == null) {
            throw new IllegalStateException("the page has a place for something unknown: name=" + name);
        }
        return part;
    }

    private static String resource(String name) {
        try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("a part of the page is missing: name=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By which a browser knows that a script is the page's own. */
    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Text in a page: what is no letter or digit of ASCII, and no blank, is written by its number. Half a pair has none. */
    private static String html(String text) {
        StringBuilder html = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean plain = c < 0x80
                    && (Character.isLetterOrDigit(c) || Character.isWhitespace(c) || ".,-_/()".indexOf(c) >= 0);
            if (plain) {
                html.appendCodePoint(c);
            } else {
                html.append("&#")
                        .append(c <= Character.MAX_VALUE && Character.isSurrogate((char) c) ? 0xfffd : c)
                        .append(';');
            }
        });
        return html.toString();
    }
}
