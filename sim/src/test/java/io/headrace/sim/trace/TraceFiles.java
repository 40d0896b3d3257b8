package io.headrace.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Writes files that are traces, or nearly, and reads them. */
final class TraceFiles {

    private final Path folder;

    TraceFiles(Path folder) {
        this.folder = folder;
    }

    Trace read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    Trace read(byte[] bytes) {
        return TraceReader.read(write(bytes));
    }

    Path write(byte[] bytes) {
        try {
            return Files.write(folder.resolve("trace"), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packer = new GZIPOutputStream(bytes)) {
            packer.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] cut(byte[] bytes, int left) {
        return Arrays.copyOf(bytes, left);
    }

    /** A kernel of PyTorch's profiler. */
    static String kernel(String stream, String ts, String dur) {
        return """
                {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":%s,"dur":%s,
                 "args":{"device":0,"stream":%s,"correlation":5}}""".formatted(ts, dur, stream);
    }

    static String chrome(String... events) {
        return "{\"schemaVersion\":1,\"traceEvents\":[" + String.join(",\n", events) + "],\"traceName\":\"t\"}";
    }

    static TracedOperation only(Trace trace) {
        assertThat(trace.operations()).hasSize(1);
        return trace.operations().getFirst();
    }
}
