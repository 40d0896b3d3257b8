package io.headrace.trace;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a line for each record. */
public final class ChromeTraceWriter implements TraceSink, Closeable {

    private final Writer out;

    private ChromeTraceWriter(Writer out) {
        this.out = out;
    }

    /** Makes the file. */
    public static ChromeTraceWriter open(Path file) throws IOException {
        return new ChromeTraceWriter(new BufferedWriter(Files.newBufferedWriter(file)));
    }

    @Override
    public void record(OperationRecord operation) {
        line(operation.toString());
    }

    @Override
    public void dropped(long count) {
        line("dropped=" + count);
    }

    private void line(String text) {
        try {
            out.write(text);
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
