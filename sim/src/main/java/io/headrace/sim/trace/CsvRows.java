package io.headrace.sim.trace;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.headrace.sim.trace.CsvColumns.Column;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a table: dispatches and copies, or something else. */
final class CsvRows {

    private static final String DISPATCH = "KERNEL_DISPATCH";
    private static final String COPY = "MEMORY_COPY";
    private static final String FROM_DEVICE = "DEVICE_TO_HOST";

    private final CsvColumns columns;
    private final TraceBuilder builder;
    private final @Nullable OperationKind kindOfTable;
    private final Draft draft = new Draft();

    /** In tables of counters a dispatch has a row for each counter. */
    private final Set<String> dispatches = new HashSet<>();

    CsvRows(CsvColumns columns, TraceBuilder builder) {
        this.columns = columns;
        this.builder = builder;
        if (columns.has(Column.DIRECTION) || columns.has(Column.SOURCE)) {
            kindOfTable = OperationKind.COPY;
        } else if (columns.has(Column.DISPATCH) || columns.has(Column.NAME) || columns.has(Column.QUEUE)) {
            kindOfTable = OperationKind.KERNEL;
        } else {
            kindOfTable = null;
        }
    }

    /** Whether a row has all fields, and an end behind its beginning: else it may have been cut off. */
    boolean isWhole(CsvRecord row) {
        long start = Numbers.bits(columns.get(row, Column.START), 0);
        return row.getFieldCount() >= columns.count() && Numbers.bits(columns.get(row, Column.END), 0) >= start;
    }

    void read(CsvRecord row) {
        OperationKind kind = kind(row);
        if (kind == null) {
            builder.ignore();
        } else if (row.getFieldCount() != columns.count()) {
            builder.unusable();
        } else if (!isAnotherCounter(row)) {
            add(row, kind);
        }
    }

    private @Nullable OperationKind kind(CsvRecord row) {
        String told = columns.get(row, Column.KIND);
        if (told == null || kindOfTable == null) {
            return kindOfTable;
        }
        return switch (told.strip().toUpperCase(Locale.ROOT)) {
            case DISPATCH -> OperationKind.KERNEL;
            case COPY -> OperationKind.COPY;
            default -> null;
        };
    }

    private boolean isAnotherCounter(CsvRecord row) {
        String dispatch = columns.get(row, Column.DISPATCH);
        return columns.has(Column.COUNTER) && dispatch != null && !dispatches.add(dispatch);
    }

    private void add(CsvRecord row, OperationKind kind) {
        String kernel = columns.get(row, Column.KERNEL);
        String name = columns.get(row, kind == OperationKind.COPY ? Column.DIRECTION : Column.NAME);
        draft.kind = kind;
        draft.id = columns.get(row, Column.DISPATCH);
        draft.name = name == null && kernel != null ? "kernel " + kernel : name;
        draft.device = kind == OperationKind.COPY ? copyingDevice(row) : columns.get(row, Column.AGENT);
        draft.stream = columns.get(row, Column.STREAM);
        draft.queue = columns.get(row, Column.QUEUE);
        draft.bytes = columns.get(row, Column.BYTES);
        draft.correlation = columns.get(row, Column.CORRELATION);
        draft.started = Numbers.decimal(columns.get(row, Column.START));
        draft.ended = Numbers.decimal(columns.get(row, Column.END));
        builder.add(draft, false);
    }

    private @Nullable String copyingDevice(CsvRecord row) {
        String direction = columns.get(row, Column.DIRECTION);
        boolean down = direction != null && direction.toUpperCase(Locale.ROOT).contains(FROM_DEVICE);
        return columns.get(row, down ? Column.SOURCE : Column.DESTINATION);
    }
}
