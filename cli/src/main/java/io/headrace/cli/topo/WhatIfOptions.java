package io.headrace.cli.topo;

import io.headrace.copy.CopyPolicy;
import io.headrace.sim.copy.Assumptions;
import io.headrace.sim.copy.EngineChoice;
import io.headrace.sim.copy.Pattern;
import io.headrace.sim.copy.WhatIf;
import java.math.BigDecimal;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What copies are asked about, and what is assumed. */
final class WhatIfOptions {

    private static final int DECIMALS_OF_GB = 9;

    @Option(
            names = "--what-if",
            required = true,
            paramLabel = "PATTERN",
            converter = Named.Patterns.class,
            description =
                    "What if these copies ran at once: ${COMPLETION-CANDIDATES}? Answered by a model, in virtual time.")
    @SuppressWarnings("NullAway.Init")
    private Pattern pattern;

    @Option(names = "--bytes", required = true, paramLabel = "N", description = "The size of each copy, up to 1 TiB.")
    private long bytes;

    @Option(
            names = "--engines",
            split = ",",
            paramLabel = "CHOICE",
            converter = Named.Choices.class,
            description = "How copies get their engines: ${COMPLETION-CANDIDATES}; several give a table. Default: "
                    + "recommended.")
    private List<EngineChoice> engines = List.of(EngineChoice.RECOMMENDED);

    @Option(
            names = "--far-loss",
            split = ",",
            paramLabel = "PERCENT",
            description =
                    "How much of its speed an engine loses on a link for which it is not recommended, 0-99; several "
                            + "give a table. Default: 0.")
    private List<Integer> farLosses = List.of(0);

    @Option(
            names = "--engine-gb-per-s",
            paramLabel = "GB/S",
            description = "The speed of an engine, which no description tells. Default: 64.")
    private BigDecimal engineSpeed = BigDecimal.valueOf(64);

    @Option(
            names = "--link-gb-per-s",
            paramLabel = "GB/S",
            description = "The bandwidth, each way, of links of which the description tells none. Default: 64.")
    private BigDecimal linkSpeed = BigDecimal.valueOf(64);

    @Option(
            names = "--link-latency-ns",
            paramLabel = "NS",
            description = "The latency of links of which the description tells none. Default: 0.")
    private long linkLatency;

    @Option(
            names = "--split-bytes",
            paramLabel = "N",
            description =
                    "Split copies over idle engines that suit, in parts of at least so many bytes. Default: 0, no "
                            + "split.")
    private long splitBytes;

    private WhatIfOptions() {}

    Pattern pattern() {
        return pattern;
    }

    long bytes() {
        return bytes;
    }

    List<EngineChoice> engines() {
        return engines.stream().distinct().toList();
    }

    List<Integer> farLosses() {
        return farLosses.stream().distinct().toList();
    }

    CopyPolicy policy() {
        return CopyPolicy.PLAIN.withSplit(splitBytes, false);
    }

    long splitBytes() {
        return splitBytes;
    }

    /** What is assumed, with nothing lost. */
    Assumptions assumptions() {
        return new Assumptions(bytesPerSecond(linkSpeed), linkLatency, bytesPerSecond(engineSpeed), 0);
    }

    private static long bytesPerSecond(BigDecimal gigabytes) {
        return gigabytes.movePointRight(DECIMALS_OF_GB).longValue();
    }

    /** Refuses what makes no sense. */
    void check(CommandLine line) {
        requireRange(line, "--bytes", BigDecimal.valueOf(bytes), 1, WhatIf.MOST_BYTES);
        farLosses.forEach(loss -> requireRange(line, "--far-loss", BigDecimal.valueOf(loss), 0, 99));
        requireSpeed(line, "--engine-gb-per-s", engineSpeed);
        requireSpeed(line, "--link-gb-per-s", linkSpeed);
        requireRange(line, "--link-latency-ns", BigDecimal.valueOf(linkLatency), 0, Assumptions.MOST_LATENCY_NANOS);
        requireRange(line, "--split-bytes", BigDecimal.valueOf(splitBytes), 0, WhatIf.MOST_BYTES);
    }

    private static void requireSpeed(CommandLine line, String name, BigDecimal gigabytes) {
        BigDecimal least = BigDecimal.valueOf(Assumptions.LEAST_BYTES_PER_SECOND, DECIMALS_OF_GB);
        BigDecimal most = BigDecimal.valueOf(Assumptions.MOST_BYTES_PER_SECOND, DECIMALS_OF_GB);
        require(line, name, gigabytes, least, most);
    }

    private static void requireRange(CommandLine line, String name, BigDecimal value, long least, long most) {
        require(line, name, value, BigDecimal.valueOf(least), BigDecimal.valueOf(most));
    }

    private static void require(CommandLine line, String name, BigDecimal value, BigDecimal least, BigDecimal most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new ParameterException(
                    line, name + "=" + value + " is out of range, which is " + plain(least) + " to " + plain(most));
        }
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
