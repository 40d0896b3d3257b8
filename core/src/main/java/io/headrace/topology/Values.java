package io.headrace.topology;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The known values of one thing. A field that was not told is unknown, which is a value of its own and never 0.
 *
 * <p>Values are unsigned: all 64 bits count, and those above 2^63-1 come as negative {@code long}s. {@link #text}
 * writes them as they are meant. Immutable.
 *
 * @param <F> the fields that the thing has
 */
public final class Values<F extends Enum<F> & Field> {

    private final Class<F> fields;
    private final EnumMap<F, Long> known;

    /** Takes the map, which nobody may change afterwards. */
    Values(Class<F> fields, EnumMap<F, Long> known) {
        this.fields = fields;
        this.known = known;
    }

    /** Everything is unknown. */
    public static <F extends Enum<F> & Field> Values<F> unknown(Class<F> fields) {
        return new Values<>(fields, new EnumMap<>(fields));
    }

    /** These values with one that is known or known to be another. */
    public Values<F> with(F field, long value) {
        EnumMap<F, Long> more = new EnumMap<>(known);
        more.put(field, value);
        return new Values<>(fields, more);
    }

    /** These values with one that is unknown. */
    public Values<F> without(F field) {
        EnumMap<F, Long> fewer = new EnumMap<>(known);
        fewer.remove(field);
        return new Values<>(fields, fewer);
    }

    /** The value, all 64 bits of it; empty if it is unknown. */
    public OptionalLong get(F field) {
        Long value = known.get(field);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** The value as a count; empty if it is unknown or above 2^31-1. */
    public OptionalInt count(F field) {
        Long value = known.get(field);
        return value == null || value < 0 || value > Integer.MAX_VALUE
                ? OptionalInt.empty()
                : OptionalInt.of(value.intValue());
    }

    /** Whether the value is known and not 0. */
    public boolean isSet(F field) {
        Long value = known.get(field);
        return value != null && value != 0;
    }

    /** The value in decimal digits, or {@code unknown}. */
    public String text(F field) {
        Long value = known.get(field);
        return value == null ? "unknown" : Long.toUnsignedString(value);
    }

    /** The fields that are known, in their order. */
    public Set<F> known() {
        return Collections.unmodifiableSet(known.keySet());
    }

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return known.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Values<?> that && fields == that.fields && known.equals(that.known);
    }

    @Override
    public int hashCode() {
        return known.hashCode();
    }

    /** The known fields with their values. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<F, Long> entry : known.entrySet()) {
            text.append(text.length() > 1 ? ", " : "")
                    .append(entry.getKey().key())
                    .append('=')
                    .append(Long.toUnsignedString(entry.getValue()));
        }
        return text.append('}').toString();
    }
}
