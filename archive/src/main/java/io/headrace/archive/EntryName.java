package io.headrace.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The name of an archive's entry: as long as the kernel would let a path be, for it comes from one. */
final class EntryName {

    /** The most bytes of a name; Linux's {@code PATH_MAX}, with the zero at its end. */
    static final int MOST_BYTES = 4_096;

    /** The most bytes between two slashes; Linux's {@code NAME_MAX}. */
    static final int MOST_PART_BYTES = 255;

    private static final int MOST_SHOWN = 40;

    private EntryName() {}

    /**
     * The folders on the way and what is in the last one; nothing if the name leads out of the tree.
     *
     * @throws IOException if the name, or a part of it, is too long
     */
    static List<String> parts(String name) throws IOException {
        requireLength(name, "a name", name, MOST_BYTES - 1);
        List<String> parts = new ArrayList<>();
        for (String part : name.split("/")) {
            requireLength(part, "a part of a name", name, MOST_PART_BYTES);
            if (part.equals("..")) {
                return List.of();
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static void requireLength(String text, String what, String name, int most) throws IOException {
        // No character has more than three bytes for each char: most names need not be turned into bytes.
        if (text.length() > most / 3 && bytes(text) > most) {
            throw new IOException("the archive holds an entry with " + what + " of " + bytes(text) + " bytes (at most "
                    + most + "), which no file of the kernel's has: " + shown(name));
        }
    }

    /** How many bytes a name has. */
    static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** A name as it can be shown: short, and with a {@code ?} for each character that is no printable ASCII. */
    static String shown(String name) {
        String start = name.length() > MOST_SHOWN ? name.substring(0, MOST_SHOWN) + "..." : name;
        return start.replaceAll("[^ -~]", "?");
    }
}
