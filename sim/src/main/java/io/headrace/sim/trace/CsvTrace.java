package io.headrace.sim.trace;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table with a heading and a row for each event. Times are nanoseconds. */
final class CsvTrace {

    private final Path path;
    private final TraceBuilder builder;

    CsvTrace(Path path, TraceBuilder builder) {
        this.path = path;
        this.builder = builder;
    }

    Trace read(TraceInput input) throws IOException {
        try (CsvReader<CsvRecord> table = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(input.reader())) {
            Iterator<CsvRecord> rows = table.iterator();
            return builder.build(TraceFormat.ROCPROF_CSV, read(input, rows, heading(rows)));
        }
    }

    private CsvColumns heading(Iterator<CsvRecord> rows) {
        CsvColumns columns;
        try {
            columns = new CsvColumns(rows.next().getFields());
        } catch (CsvParseException | UncheckedIOException e) {
            throw noTrace(e);
        }
        if (!columns.has(CsvColumns.Column.START) || !columns.has(CsvColumns.Column.END)) {
            throw noTrace(null);
        }
        return columns;
    }

    /** Each row is looked at when it is known whether another one follows: only the last may be cut off. */
    private Optional<String> read(TraceInput input, Iterator<CsvRecord> rows, CsvColumns columns) {
        CsvRows events = new CsvRows(columns, builder);
        CsvRecord row = null;
        try {
            while (rows.hasNext()) {
                CsvRecord next = rows.next();
                if (row != null) {
                    events.read(row);
                }
                row = next;
            }
        } catch (CsvParseException | UncheckedIOException e) {
            if (row != null) {
                events.read(row);
            }
            return Optional.of(reason(e));
        }
        if (row != null && !input.endsWithLine() && !events.isWhole(row)) {
            String where = "the last line is cut off, line=" + row.getStartingLineNumber();
            return Optional.of(
                    input.failure().map(failure -> failure + ", " + where).orElse(where));
        }
        if (row != null) {
            events.read(row);
        }
        return input.failure();
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure.getCause();
        return failure.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
    }

    private UnreadableTraceException noTrace(@Nullable Throwable cause) {
        String message = "no trace that is known: path=" + path
                + "; it is no JSON, and no table whose first line names columns Start_Timestamp and End_Timestamp";
        return cause == null ? new UnreadableTraceException(message) : new UnreadableTraceException(message, cause);
    }
}
