package io.headrace.topology;

import io.headrace.error.TopologyException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads files of a tree; what cannot be read is a warning. Ends, whatever the tree is: it reads only so much. */
final class TreeReader {

    /** The most bytes of one file; the kernel's have a page at most. */
    static final int MOST_BYTES = 65_536;

    /** The most files and folders of a tree. */
    static final int MOST_READS = 250_000;

    /** The most bytes of a tree. */
    static final long MOST_BYTES_IN_ALL = 64L << 20;

    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final TreeSource source;
    private final Warnings warnings;
    private int reads;
    private long bytes;

    TreeReader(TreeSource source, Warnings warnings) {
        this.source = source;
        this.warnings = warnings;
    }

    /** The numbers that are names of folders in a folder, ascending. Other names are none of ours. */
    int[] numbers(String folder) throws IOException {
        count(0);
        return source.folders(folder).stream()
                .filter(name -> NUMBER.matcher(name).matches())
                .mapToInt(Integer::parseInt)
                .sorted()
                .toArray();
    }

    /** What is in a file. */
    byte[] content(String file) throws IOException {
        byte[] content = source.read(file, MOST_BYTES + 1);
        count(content.length);
        if (content.length > MOST_BYTES) {
            throw new IOException("the file is larger than " + MOST_BYTES + " bytes");
        }
        return content;
    }

    /** A file of properties. */
    <F extends Enum<F> & Field> PropertiesFile<F> properties(String file, FieldNames<F> names, String... lists)
            throws IOException {
        return new PropertiesFile<>(file, content(file), names, Set.of(lists), warnings);
    }

    /** A file with one number; unknown if it cannot be read. */
    OptionalLong number(String file) {
        return number(file, line(file, false));
    }

    /** A file with one number that need not be there. */
    OptionalLong numberIfThere(String file) {
        return number(file, line(file, true));
    }

    /** A file with one name, which may be empty; unknown if it cannot be read. */
    Optional<String> name(String file) {
        Optional<String> line = line(file, false);
        if (line.isPresent() && !Node.isName(line.get())) {
            warnings.add(Warning.Kind.VALUE, file, 1, "unknown, this is no name: " + Warnings.shown(line.get()));
            return Optional.empty();
        }
        return line;
    }

    private OptionalLong number(String file, Optional<String> line) {
        try {
            return line.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Unsigned.parse(line.get()));
        } catch (IllegalArgumentException e) {
            warnings.add(Warning.Kind.VALUE, file, 1, "unknown, " + Warnings.shown(line.get()) + " " + e.getMessage());
            return OptionalLong.empty();
        }
    }

    /** The first line. */
    private Optional<String> line(String file, boolean mayBeMissing) {
        try {
            String text = new String(content(file), StandardCharsets.UTF_8);
            int end = text.indexOf('\n');
            return Optional.of((end < 0 ? text : text.substring(0, end)).strip());
        } catch (IOException e) {
            if (!(mayBeMissing && e instanceof NoSuchFileException)) {
                warnings.add(Warning.Kind.UNREADABLE, file, "unknown, " + reason(e));
            }
            return Optional.empty();
        }
    }

    private void count(int more) {
        reads++;
        bytes += more;
        if (reads > MOST_READS || bytes > MOST_BYTES_IN_ALL) {
            throw new TopologyException("the tree is too large to be a machine's: path=" + source.name() + " files="
                    + reads + " (at most " + MOST_READS + ") bytes=" + bytes + " (at most " + MOST_BYTES_IN_ALL + ")");
        }
    }

    /** Why something could not be read, in half a sentence. */
    static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file or folder";
            case AccessDeniedException denied -> "access is denied";
            case NotDirectoryException file -> "it is no folder";
            case FileSystemLoopException loop -> "its links go in a circle";
            case EOFException cut -> "it ends too early, so a part of it is missing";
            default -> oneLine(Objects.requireNonNullElse(e.getMessage(), "reading it failed"));
        };
    }

    private static String oneLine(String text) {
        return List.of(text.split("\\R")).getFirst().replaceAll("\\p{Cntrl}", "?");
    }
}
