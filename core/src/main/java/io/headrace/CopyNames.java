package io.headrace;

import io.headrace.copy.Direction;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What records call copies: by their direction, {@code host to device} or {@code host to device 2D}. */
final class CopyNames {

    private static final Map<Direction, String> PLAIN = new EnumMap<>(Direction.class);
    private static final Map<Direction, String> OF_ROWS = new EnumMap<>(Direction.class);

    static {
        for (Direction direction : Direction.values()) {
            String name = direction.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            PLAIN.put(direction, name);
            OF_ROWS.put(direction, name + " 2D");
        }
    }

    private CopyNames() {}

    /**
     * The name of a copy or fill.
     *
     * @param rows whether it copies rows that are apart
     */
    static String of(Direction direction, boolean rows) {
        return Objects.requireNonNull((rows ? OF_ROWS : PLAIN).get(direction));
    }
}
