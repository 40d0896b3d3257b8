package io.headrace.sim.trace;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Collects what a reader finds and applies the rules of the import, which are the same for all formats. */
final class TraceBuilder {

    private static final String UNKNOWN_DEVICE = "?";
    private static final String UNKNOWN_STREAM = "-1";

    private final String name;
    private final List<TracedOperation> operations = new ArrayList<>();
    private final List<StreamWait> waits = new ArrayList<>();
    private final Map<Flag, Long> flagged = new EnumMap<>(Flag.class);
    private final Map<String, String> texts = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private long seen;
    private long ignored;
    private long withoutDevice;
    private long withoutStream;
    private long queueForStream;
    private long finer;
    private long unusable;
    private long dropped;

    TraceBuilder(String name) {
        this.name = name;
    }

    /** An event of another kind. */
    void ignore() {
        ignored++;
    }

    /** A row or event of device work that cannot be understood at all. */
    void unusable() {
        unusable++;
    }

    /** Operations that ran and are not in the file, by its own account. */
    void dropped(long count) {
        dropped += count;
    }

    void add(StreamWait wait) {
        waits.add(wait);
    }

    /**
     * An operation.
     *
     * @param zeroIsATime whether the clock may show 0; clocks that count from a distant origin show it where nothing was recorded
     */
    void add(Draft draft, boolean zeroIsATime) {
        seen++;
        OptionalLong started = nanos(draft.started);
        OptionalLong ended = nanos(draft.ended);
        if (started.isEmpty() || ended.isEmpty() || (started.getAsLong() == 0 && !zeroIsATime)) {
            flagged.merge(Flag.NO_TIME, 1L, Long::sum);
            return;
        }
        TracedOperation operation = new TracedOperation(
                Numbers.bits(draft.id, seen),
                draft.kind,
                shared(Objects.requireNonNullElse(draft.name, "")),
                device(draft.device),
                stream(draft),
                draft.queue == null ? null : queue(draft.queue),
                bytes(draft.bytes),
                Numbers.bits(draft.correlation, 0),
                nanos(draft.enqueued),
                nanos(draft.submitted),
                started.getAsLong(),
                ended.getAsLong(),
                shared(Objects.requireNonNullElse(draft.outcome, "")));
        operation.flag().ifPresent(flag -> flagged.merge(flag, 1L, Long::sum));
        operations.add(operation);
    }

    StreamKey stream(@Nullable String device, @Nullable String stream) {
        String knownDevice = Numbers.name(device);
        String knownStream = Numbers.name(stream);
        return new StreamKey(
                shared(knownDevice == null ? UNKNOWN_DEVICE : knownDevice),
                shared(knownStream == null ? UNKNOWN_STREAM : knownStream));
    }

    Trace build(TraceFormat format, Optional<String> cut) {
        operations.sort(Comparator.comparingLong(TracedOperation::started));
        note(withoutDevice, "name no device and are taken for those of one, \"" + UNKNOWN_DEVICE + "\"");
        note(queueForStream, "name no stream; the queue stands for it");
        note(withoutStream, "name no stream (or -1) and are taken for one stream of their device, -1");
        note(finer, "times have digits below a nanosecond, which were cut", "");
        note(dropped, "were dropped while they were recorded, and are missing");
        note(unusable, "rows or events of device work could not be understood", "");
        return new Trace(name, format, operations, waits, flagged, ignored, notes, cut);
    }

    private void note(long count, String words) {
        note(count, words, "operations ");
    }

    private void note(long count, String words, String what) {
        if (count > 0) {
            notes.add(count + " " + what + words);
        }
    }

    private OptionalLong nanos(@Nullable BigDecimal time) {
        if (time != null && Numbers.isFiner(time)) {
            finer++;
        }
        return Numbers.nanos(time);
    }

    private String device(@Nullable String text) {
        String known = Numbers.name(text);
        if (known == null) {
            withoutDevice++;
            return UNKNOWN_DEVICE;
        }
        return shared(known);
    }

    private String stream(Draft draft) {
        String known = Numbers.name(draft.stream);
        if (known != null) {
            return shared(known);
        }
        String queue = draft.stream == null ? Numbers.name(draft.queue) : null;
        if (queue != null) {
            queueForStream++;
            return shared("queue " + queue);
        }
        withoutStream++;
        return UNKNOWN_STREAM;
    }

    private @Nullable String queue(String text) {
        String known = Numbers.name(text);
        return known == null ? null : shared(known);
    }

    private static OptionalLong bytes(@Nullable String text) {
        long bytes = Numbers.bits(text, -1);
        return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    /** One object for each text, however often it comes. */
    private String shared(String text) {
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
