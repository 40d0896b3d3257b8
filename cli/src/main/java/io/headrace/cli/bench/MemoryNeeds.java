package io.headrace.cli.bench;

import io.headrace.cli.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Whether this machine has the memory that a bench needs, before it runs into the machine's limits. */
final class MemoryNeeds {

    private static final Path FACTS = Path.of("/proc/meminfo");
    private static final long MIB = 1 << 20;

    /** What the JVM needs besides: code, threads, and room for the collector. */
    private static final long BESIDES = 128 * MIB;

    private MemoryNeeds() {}

    /**
     * Checks.
     *
     * @param bytes memory needed in all, heap and native
     * @param heapBytes how much of it on the heap
     * @throws CommandFailure if there is less
     */
    static void check(long bytes, long heapBytes) {
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.maxMemory();
        if (heap < heapBytes + BESIDES) {
            throw new CommandFailure("this bench needs more heap: neededMiB=" + (heapBytes + BESIDES) / MIB + " maxMiB="
                    + heap / MIB + "; set it, for example JAVA_OPTS=-Xmx" + (heapBytes + 2 * BESIDES) / MIB + "m");
        }
        OptionalLong available = available();
        if (available.isPresent() && available.getAsLong() < bytes + BESIDES) {
            throw new CommandFailure("this bench needs more free memory: neededMiB=" + (bytes + BESIDES) / MIB
                    + " availableMiB=" + available.getAsLong() / MIB + "; end other programs or use a larger machine");
        }
    }

    /** What the system can give without swapping; empty where it does not say. */
    private static OptionalLong available() {
        try (Stream<String> lines = Files.lines(FACTS)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst();
        } catch (IOException | RuntimeException unreadable) {
            return OptionalLong.empty();
        }
    }
}
