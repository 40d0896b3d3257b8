package io.headrace.sim.trace;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which column of a table holds what. Names are those of rocprofv3 and those that others give the same, in any case. */
final class CsvColumns {

    /** What a column holds, and what it may be called. */
    enum Column {
        START("start_timestamp", "start_ns"),
        END("end_timestamp", "end_ns"),
        STREAM("stream_id"),
        QUEUE("queue_id"),
        AGENT("agent_id", "device_id"),
        NAME("kernel_name"),
        KERNEL("kernel_id"),
        DISPATCH("dispatch_id"),
        CORRELATION("correlation_id"),
        KIND("kind"),
        DIRECTION("direction"),
        SOURCE("source_agent_id"),
        DESTINATION("destination_agent_id"),
        BYTES("bytes", "size"),
        COUNTER("counter_name");

        private final String name;
        private final String otherName;

        Column(String name) {
            this(name, name);
        }

        Column(String name, String otherName) {
            this.name = name;
            this.otherName = otherName;
        }
    }

    private final Map<Column, Integer> places = new EnumMap<>(Column.class);
    private final int count;

    CsvColumns(List<String> heading) {
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < heading.size(); i++) {
            byName.putIfAbsent(heading.get(i).strip().toLowerCase(Locale.ROOT), i);
        }
        for (Column column : Column.values()) {
            Integer place = byName.get(byName.containsKey(column.name) ? column.name : column.otherName);
            if (place != null) {
                places.put(column, place);
            }
        }
        count = heading.size();
    }

    /** How many columns there are. */
    int count() {
        return count;
    }

    boolean has(Column column) {
        return places.containsKey(column);
    }

    /** What a row has in a column; {@code null} if that is nothing. */
    @Nullable
    String get(CsvRecord row, Column column) {
        Integer place = places.get(column);
        if (place == null || place >= row.getFieldCount()) {
            return null;
        }
        String field = row.getField(place);
        return field.isBlank() ? null : field;
    }
}
