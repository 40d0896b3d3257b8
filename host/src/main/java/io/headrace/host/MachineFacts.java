package io.headrace.host;

import io.headrace.topology.GroupLimits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What this machine is, as far as a device tells it. */
final class MachineFacts {

    private MachineFacts() {}

    /** The processor's name as the kernel gives it, else the architecture's. */
    static String processorName() {
        return field(Path.of("/proc/cpuinfo"), "model name").orElseGet(() -> System.getProperty("os.arch", "unknown"));
    }

    /** Processors that this process may use, never more than its control groups leave it. */
    static int processors() {
        return GroupLimits.ofThisProcess().usableProcessors();
    }

    /**
     * Physical memory in bytes, or the limit of the container if that is less.
     *
     * <p>On Linux it is read from the kernel's files: the management bean gives the same figure, but loading it takes more
     * than 100 ms of the start of every program.
     */
    static long memoryBytes() {
        Optional<Long> physical = field(Path.of("/proc/meminfo"), "MemTotal")
                .map(text -> text.replace("kB", "").strip())
                .flatMap(MachineFacts::number)
                .map(kilobytes -> kilobytes * 1024);
        if (physical.isEmpty()) {
            return askManagementBean();
        }
        return Math.min(physical.get(), GroupLimits.ofThisProcess().memoryBytes());
    }

    private static long askManagementBean() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
    }

    /** The value behind the first line {@code name: value} of a file. */
    private static Optional<String> field(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(value -> !value.isEmpty())
                    .findFirst();
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
