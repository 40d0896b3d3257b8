package io.headrace.topology;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the control groups of this process leave it of the machine. A limit of a group above holds too, so the least counts.
 *
 * <p>Java knows these limits as well; it is not asked alone, because it can be told not to look at them, and because older
 * releases look at this process's own group only.
 */
public final class GroupLimits {

    private final Path root;

    /** Reads from a root of the file system. */
    GroupLimits(Path root) {
        this.root = root;
    }

    /** Those of this process. */
    public static GroupLimits ofThisProcess() {
        return new GroupLimits(Path.of("/"));
    }

    /** Processors that this process may use: at least 1, and never more than Java sees. */
    public int usableProcessors() {
        return Math.clamp(processors(), 1, Runtime.getRuntime().availableProcessors());
    }

    /** Bytes of memory; {@link Long#MAX_VALUE} if there is no limit. */
    public long memoryBytes() {
        ControlGroup group = ControlGroup.ofThisProcess(root, "memory");
        String file = group.unified() ? "memory.max" : "memory.limit_in_bytes";
        return group.folders().stream()
                .flatMap(folder -> ControlGroup.read(folder, file).flatMap(GroupLimits::number).stream())
                .filter(limit -> limit > 0)
                .min(Long::compare)
                .orElse(Long.MAX_VALUE);
    }

    /** Processors: what the time quota amounts to, rounded up, or the number in the set; the less. */
    public int processors() {
        return Math.min(quota(), cpus().map(CpuSet::count).orElse(Integer.MAX_VALUE));
    }

    private int quota() {
        ControlGroup group = ControlGroup.ofThisProcess(root, "cpu");
        return group.folders().stream()
                .flatMap(folder ->
                        (group.unified() ? quotaAndPeriod(folder) : quotaAndPeriodOfVersionOne(folder)).stream())
                .min(Integer::compare)
                .orElse(Integer.MAX_VALUE);
    }

    /** Both in one line: {@code 150000 100000}, or {@code max 100000} for no limit. */
    private static Optional<Integer> quotaAndPeriod(Path folder) {
        return ControlGroup.read(folder, "cpu.max")
                .map(line -> line.split(" ", 2))
                .filter(parts -> parts.length == 2)
                .flatMap(parts -> processors(parts[0], parts[1]));
    }

    /** A file each; a quota of -1 is no limit. */
    private static Optional<Integer> quotaAndPeriodOfVersionOne(Path folder) {
        return ControlGroup.read(folder, "cpu.cfs_quota_us")
                .flatMap(quota ->
                        ControlGroup.read(folder, "cpu.cfs_period_us").flatMap(period -> processors(quota, period)));
    }

    private static Optional<Integer> processors(String quotaText, String periodText) {
        long quota = number(quotaText).orElse(0L);
        long period = number(periodText).orElse(0L);
        return quota <= 0 || period <= 0
                ? Optional.empty()
                : Optional.of((int) Math.min(Math.ceilDiv(quota, period), Integer.MAX_VALUE));
    }

    /**
     * The processors of the set, if there is one: that of the nearest group that names one, for those above it hold
     * more.
     */
    public Optional<CpuSet> cpus() {
        ControlGroup group = ControlGroup.ofThisProcess(root, "cpuset");
        String file = group.unified() ? "cpuset.cpus.effective" : "cpuset.effective_cpus";
        return group.folders().stream()
                .flatMap(folder -> ControlGroup.read(folder, file)
                        .or(() -> ControlGroup.read(folder, "cpuset.cpus"))
                        .flatMap(CpuSet::parse)
                        .filter(set -> set.count() > 0)
                        .stream())
                .findFirst();
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
