package io.headrace.sim.trace;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file tells of device work. Immutable.
 *
 * @param name the file
 * @param format whose file it is
 * @param operations all operations that have a beginning and an end, by beginning, those of the same time as in the file;
 *     among them those that are flagged
 * @param waits the waits of streams for each other that were recorded
 * @param flagged how many operations are flagged, by what; {@link Flag#NO_TIME} are not among the operations
 * @param ignored how many events of other kinds there were
 * @param notes what a rule of the import decided, in words
 * @param cut why the file could not be read to its end; empty if it could
 */
public record Trace(
        String name,
        TraceFormat format,
        List<TracedOperation> operations,
        List<StreamWait> waits,
        Map<Flag, Long> flagged,
        long ignored,
        List<String> notes,
        Optional<String> cut) {

    public Trace {
        operations = List.copyOf(operations);
        waits = List.copyOf(waits);
        Map<Flag, Long> inOrder = new EnumMap<>(Flag.class);
        inOrder.putAll(flagged);
        flagged = Collections.unmodifiableMap(inOrder);
        notes = List.copyOf(notes);
    }

    /** The operations that are not flagged, in the same order. */
    public List<TracedOperation> valid() {
        return operations.stream()
                .filter(operation -> operation.ended() > operation.started())
                .toList();
    }
}
