package io.headrace.topology;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one kind by their names in files.
 *
 * @param <F> the fields
 */
final class FieldNames<F extends Enum<F> & Field> {

    private final Class<F> fields;
    private final Map<String, F> byKey = new HashMap<>();

    FieldNames(Class<F> fields) {
        this.fields = fields;
        for (F field : fields.getEnumConstants()) {
            byKey.put(field.key(), field);
        }
    }

    Class<F> fields() {
        return fields;
    }

    /** The field with a name; {@code null} if there is none. */
    @Nullable
    F named(String key) {
        return byKey.get(key);
    }
}
