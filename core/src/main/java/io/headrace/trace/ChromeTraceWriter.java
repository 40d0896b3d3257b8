package io.headrace.trace;

import static io.headrace.trace.JsonText.ascii;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as a file in Chrome's trace format, which Perfetto, {@code headrace timeline} and {@code headrace replay} read.
 * Devices are processes and queues are tracks; of a queue whose operations overlap there are several. {@code ts} and {@code dur}
 * are microseconds with three decimals, and {@code args} holds the record as it is, in whole nanoseconds. An arrow leads from
 * a mark where the operation was enqueued to where it began.
 *
 * <p>Each record is written as it comes, in memory that depends on the number of devices and queues only; without
 * {@link #close()} the file has no end. If a write fails, that call and all later ones throw, the last of them {@code close}.
 *
 * <p>Used by one thread at a time.
 */
public final class ChromeTraceWriter implements TraceSink, Closeable {

    private static final int BUFFER = 1 << 16;
    private static final String PACKED = ".gz";

    private static final byte[] MARK = ascii(",\n{\"ph\":\"X\",\"cat\":\"enqueue\",\"name\":");
    private static final byte[] MARK_ARGS = ascii(",\"dur\":0.001,\"args\":{\"operation\":");
    private static final byte[] ARROW_FROM =
            ascii(",\n{\"ph\":\"s\",\"cat\":\"enqueue\",\"name\":\"enqueued\",\"id\":");
    private static final byte[] ARROW_TO =
            ascii(",\n{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"enqueue\",\"name\":\"enqueued\",\"id\":");
    private static final byte[] RUN = ascii(",\n{\"ph\":\"X\",\"cat\":");
    private static final byte[] NAME = ascii(",\"name\":");
    private static final byte[] TS = ascii(",\"ts\":");
    private static final byte[] PID = ascii(",\"pid\":");
    private static final byte[] TID = ascii(",\"tid\":");
    private static final byte[] DUR = ascii(",\"dur\":");
    private static final byte[] ID = ascii(",\"args\":{\"id\":");
    private static final byte[] KIND = ascii(",\"kind\":");
    private static final byte[] DEVICE = ascii(",\"device\":");
    private static final byte[] STREAM = ascii(",\"stream\":");
    private static final byte[] QUEUE = ascii(",\"queue\":");
    private static final byte[] BYTES = ascii(",\"bytes\":");
    private static final byte[] CORRELATION = ascii(",\"correlation\":");
    private static final byte[] ENQUEUED = ascii(",\"enqueued_ns\":");
    private static final byte[] SUBMITTED = ascii(",\"submitted_ns\":");
    private static final byte[] STARTED = ascii(",\"started_ns\":");
    private static final byte[] ENDED = ascii(",\"ended_ns\":");
    private static final byte[] START_TICKS = ascii(",\"start_ticks\":");
    private static final byte[] END_TICKS = ascii(",\"end_ticks\":");
    private static final byte[] OUTCOME = ascii(",\"outcome\":");
    private static final byte[] END = ascii("}");
    private static final byte[] END_OF_ARGS = ascii("}}");

    private final Path path;
    private final OutputStream out;
    private final JsonText json = new JsonText();
    private final Map<String, DeviceTracks> devices = new HashMap<>();
    private long records;
    private long dropped;
    private boolean closed;
    private @Nullable IOException failure;

    private ChromeTraceWriter(Path path, OutputStream out) {
        this.path = path;
        this.out = out;
    }

    /**
     * Begins a file, in place of one that may be there. It is packed by gzip if its name ends in {@code .gz}.
     *
     * @throws HeadraceException if it cannot be written, for instance because its folder does not exist
     */
    public static ChromeTraceWriter open(Path path) {
        try {
            ChromeTraceWriter writer = new ChromeTraceWriter(path, stream(path));
            // A reader that meets the unit late takes no notice of it.
            writer.json.raw(
                    "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
                            + "{\"ph\":\"M\",\"name\":\"trace_format\",\"pid\":0,\"tid\":0,\"args\":{\"producer\":\"headrace\"}}");
            writer.write();
            return writer;
        } catch (IOException e) {
            throw new HeadraceException(
                    "the trace cannot be written: path=" + path + ": " + reason(path.toAbsolutePath(), e), e);
        }
    }

    private static OutputStream stream(Path path) throws IOException {
        OutputStream file = Files.newOutputStream(path);
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(PACKED)) {
            return new BufferedOutputStream(file, BUFFER);
        }
        try {
            return new BufferedOutputStream(new FastPacker(file), BUFFER);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static String reason(Path path, IOException failure) {
        Path folder = path.getParent();
        if (Files.isDirectory(path)) {
            return "that is a folder; name a file in it";
        }
        return switch (failure) {
            case NoSuchFileException ignored -> "there is no such folder; make it first: folder=" + folder;
            case AccessDeniedException ignored -> "access is denied; name a file in a folder that may be written";
            default -> String.valueOf(failure.getMessage());
        };
    }

    /**
     * Writes a record.
     *
     * @throws ClosedException if the writer is closed
     * @throws HeadraceException if the file cannot be written, now or before
     */
    @Override
    public void record(OperationRecord record) {
        check();
        DeviceTracks device = devices.get(record.device());
        if (device == null) {
            device = new DeviceTracks(record.device(), devices.size() + 1, json);
            devices.put(record.device(), device);
        }
        int track = device.place(record);
        enqueued(record, device.process());
        ran(record, device.process(), track);
        records++;
        try {
            write();
        } catch (IOException e) {
            failure = e;
            throw failed(e);
        }
    }

    /** A mark on the host's track, as long as a clock can tell, and the arrow that begins there and ends where the operation began. */
    private void enqueued(OperationRecord record, int process) {
        json.raw(MARK).text(record.name());
        place(record.enqueuedNanos(), process, DeviceTracks.ENQUEUED);
        json.raw(MARK_ARGS).number(record.id()).raw(END_OF_ARGS);
        json.raw(ARROW_FROM).number(record.id());
        place(record.enqueuedNanos(), process, DeviceTracks.ENQUEUED);
        json.raw(END);
    }

    private void ran(OperationRecord record, int process, int track) {
        json.raw(RUN).text(record.kind().label()).raw(NAME).text(record.name());
        place(record.startedNanos(), process, track);
        json.raw(DUR).micros(record.endedNanos() - record.startedNanos());
        json.raw(ID).number(record.id());
        json.raw(KIND).text(record.kind().label());
        json.raw(DEVICE).text(record.device());
        json.raw(STREAM).number(record.stream());
        json.raw(QUEUE).text(record.queue());
        json.raw(BYTES).number(record.bytes());
        json.raw(CORRELATION).number(record.correlation());
        json.raw(ENQUEUED).number(record.enqueuedNanos());
        json.raw(SUBMITTED).number(record.submittedNanos());
        json.raw(STARTED).number(record.startedNanos());
        json.raw(ENDED).number(record.endedNanos());
        if (record.startTicks() != 0) {
            json.raw(START_TICKS).number(record.startTicks());
        }
        if (record.endTicks() != 0) {
            json.raw(END_TICKS).number(record.endTicks());
        }
        json.raw(OUTCOME).text(record.outcome().label()).raw(END_OF_ARGS);
        json.raw(ARROW_TO).number(record.id());
        place(record.startedNanos(), process, track);
        json.raw(END);
    }

    private void place(long nanos, int process, int track) {
        json.raw(TS).micros(nanos).raw(PID).number(process).raw(TID).number(track);
    }

    @Override
    public void dropped(long count) {
        check();
        dropped += count;
    }

    /**
     * Ends the file. Says how many records it has, and how many were dropped. A second call does nothing.
     *
     * @throws HeadraceException if the file could not be written as a whole
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (failure == null) {
                json.raw("\n],\"otherData\":{\"producer\":\"headrace\",\"records\":")
                        .number(records);
                json.raw(",\"dropped\":").number(dropped).raw("}}\n");
                write();
            }
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
        if (failure != null) {
            throw failed(failure);
        }
    }

    private void write() throws IOException {
        json.moveTo(out);
    }

    private void check() {
        if (closed) {
            throw new ClosedException("the trace is closed already: path=" + path);
        }
        if (failure != null) {
            throw failed(failure);
        }
    }

    private HeadraceException failed(IOException cause) {
        return new HeadraceException(
                "the trace could not be written to its end: path=" + path + " records=" + records + ": "
                        + cause.getMessage(),
                cause);
    }

    /** Packs at the least cost, since records wait meanwhile. */
    private static final class FastPacker extends GZIPOutputStream {

        private FastPacker(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
