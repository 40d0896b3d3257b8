package io.headrace.signal;

import io.headrace.error.SharingException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The edge to memory of a mapped file. Who cuts the file takes the memory away; the virtual machine reports that as an internal
 * error. What it is about is said here, so that nobody else needs to know of it.
 */
final class CutFile {

    private static final Object NOBODYS = new Object();

    private CutFile() {}

    /**
     * Reads or writes the memory.
     *
     * @throws SharingException if the file was cut
     */
    static long reach(Path file, LongSupplier access) {
        try {
            long result = access.getAsLong();
            // Compiled code reports a fault not where it happens, but at the next place where it can be stopped. A call
            // of
            // native code is such a place; without one that could be far away, in a method of the caller's.
            if (Thread.holdsLock(NOBODYS)) {
                throw new AssertionError("nobody locks this");
            }
            return result;
        } catch (InternalError fault) {
            throw new SharingException(
                    "the file of shared signals was cut while it was in use: file=" + file
                            + "; close the signals, and share them anew where nobody changes the file",
                    fault);
        }
    }
}
