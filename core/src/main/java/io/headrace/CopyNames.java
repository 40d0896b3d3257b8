package io.headrace;

import io.headrace.copy.Direction;
import java.util.Arrays;
import java.util.Locale;

/** What records call copies: by their direction, {@code host to device} or {@code host to device 2D}. */
final class CopyNames {

    private static final String[] PLAIN = Arrays.stream(Direction.values())
            .map(direction -> direction.name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .toArray(String[]::new);

    private static final String[] OF_ROWS =
            Arrays.stream(PLAIN).map(name -> name + " 2D").toArray(String[]::new);

    private CopyNames() {}

    /**
     * The name of a copy or fill.
     *
     * @param rows whether it copies rows that are apart
     */
    static String of(Direction direction, boolean rows) {
        return (rows ? OF_ROWS : PLAIN)[direction.ordinal()];
    }
}
