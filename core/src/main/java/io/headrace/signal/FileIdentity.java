package io.headrace.signal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Which file of this machine it is, whatever its name. A copy has another one.
 *
 * @param inode its number in its file system
 * @param device the file system's
 */
record FileIdentity(long inode, long device) {

    /** Where file systems give none. */
    static final FileIdentity UNKNOWN = new FileIdentity(0, 0);

    /** That of a file; links are followed. */
    static FileIdentity of(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return UNKNOWN;
        }
        Map<String, Object> numbers = Files.readAttributes(file, "unix:ino,dev");
        return new FileIdentity(number(numbers, "ino"), number(numbers, "dev"));
    }

    /** Whether this is known to be another file. */
    boolean isNot(FileIdentity other) {
        return !equals(UNKNOWN) && !other.equals(UNKNOWN) && !equals(other);
    }

    private static long number(Map<String, Object> numbers, String name) {
        return numbers.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
