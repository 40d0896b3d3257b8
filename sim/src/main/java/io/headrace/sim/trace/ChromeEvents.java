package io.headrace.sim.trace;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events of Chrome's format: those of PyTorch's profiler, whose times are microseconds with a fraction, and those of
 * Headrace, whose {@code args} hold nanoseconds.
 */
final class ChromeEvents {

    /** How many digits a microsecond is coarser than a nanosecond. */
    private static final int MICROS = 3;

    /** By category in small letters, since older profilers used capitals. */
    private static final Map<String, OperationKind> DEVICE_WORK = Map.of(
            "kernel", OperationKind.KERNEL,
            "gpu_memcpy", OperationKind.COPY,
            "memcpy", OperationKind.COPY,
            "gpu_memset", OperationKind.FILL,
            "memset", OperationKind.FILL);

    private static final Map<String, OperationKind> OWN_KINDS = Map.of(
            "kernel", OperationKind.KERNEL,
            "launch", OperationKind.KERNEL,
            "copy", OperationKind.COPY,
            "fill", OperationKind.FILL);

    /** What Headrace records of the host, or of streams that wait, is no device work. */
    private static final Set<String> OWN_HOST_KINDS =
            Set.of("host", "host_call", "call", "wait", "event", "record", "signal");

    private static final String PRODUCER = "headrace";

    private final TraceBuilder builder;
    private final FlatObject event = new FlatObject();
    private final Draft draft = new Draft();
    private boolean own;

    ChromeEvents(TraceBuilder builder) {
        this.builder = builder;
    }

    /** Whether there were events that only Headrace writes. */
    boolean isOwn() {
        return own;
    }

    /** Reads one; {@code false} if it is none, whatever else. */
    boolean read(JsonParser parser) throws IOException {
        event.read(parser);
        String phase = event.get("ph");
        if (phase == null) {
            return false;
        }
        String category = lower(event.get("cat"));
        OperationKind kind = DEVICE_WORK.get(category);
        if (!phase.equals("X")) {
            builder.ignore();
        } else if (event.get("args.started_ns") != null && event.get("args.ended_ns") != null) {
            own = true;
            readOwn(lower(event.get("args.kind")));
        } else if (kind != null) {
            readForeign(kind);
        } else {
            readWait(category);
            builder.ignore();
        }
        return true;
    }

    /** Reads what the file says of itself; Headrace says how many operations it could not write. */
    void readAbout(JsonParser parser) throws IOException {
        event.read(parser);
        if (PRODUCER.equals(event.get("producer"))) {
            builder.dropped(Numbers.bits(event.get("dropped"), 0));
        }
    }

    private void readOwn(String kind) {
        if (OWN_HOST_KINDS.contains(kind)) {
            builder.ignore();
            return;
        }
        draft.kind = OWN_KINDS.getOrDefault(kind, OperationKind.OTHER);
        draft.id = event.get("args.id");
        draft.device = event.get("args.device");
        draft.stream = event.get("args.stream");
        draft.queue = event.get("args.queue");
        draft.enqueued = Numbers.decimal(event.get("args.enqueued_ns"));
        draft.submitted = Numbers.decimal(event.get("args.submitted_ns"));
        draft.started = Numbers.decimal(event.get("args.started_ns"));
        draft.ended = Numbers.decimal(event.get("args.ended_ns"));
        draft.outcome = event.get("args.outcome");
        add(true);
    }

    private void readForeign(OperationKind kind) {
        draft.kind = kind;
        draft.id = null;
        draft.device = device();
        draft.stream = event.get("args.stream", "tid");
        draft.queue = event.get("args.queue");
        draft.enqueued = null;
        draft.submitted = null;
        draft.started = micros("ts");
        BigDecimal duration = micros("dur");
        draft.ended = draft.started == null || duration == null ? null : draft.started.add(duration);
        draft.outcome = null;
        add(false);
    }

    private void add(boolean zeroIsATime) {
        draft.name = event.get("name");
        draft.bytes = event.get("args.bytes");
        draft.correlation = event.get("args.correlation");
        builder.add(draft, zeroIsATime);
    }

    private void readWait(String category) {
        long waited = Numbers.bits(event.get("args.correlation"), 0);
        long recorded = Numbers.bits(event.get("args.wait_on_cuda_event_record_corr_id"), 0);
        if (category.equals("cuda_sync")
                && "Stream Wait Event".equals(event.get("args.cuda_sync_kind"))
                && waited > 0
                && recorded > 0
                && Numbers.name(event.get("args.wait_on_stream")) != null) {
            String device = device();
            builder.add(new StreamWait(
                    builder.stream(device, event.get("args.stream")),
                    waited,
                    builder.stream(device, event.get("args.wait_on_stream")),
                    recorded));
        }
    }

    /** The process of a device's track is the device's number. */
    private @Nullable String device() {
        String device = event.get("args.device");
        return Numbers.name(device) == null ? event.get("pid") : device;
    }

    private @Nullable BigDecimal micros(String name) {
        BigDecimal time = Numbers.decimal(event.get(name));
        return time == null ? null : time.movePointRight(MICROS);
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
