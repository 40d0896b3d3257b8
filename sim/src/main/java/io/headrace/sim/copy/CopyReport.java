package io.headrace.sim.copy;

import io.headrace.copy.CopyRoute;
import java.util.Comparator;
import java.util.List;

/**
 * What became of copies in the model.
 *
 * @param pattern who copied to whom
 * @param bytes the size of each copy
 * @param choice how they got their engines
 * @param assumptions what was assumed
 * @param nanos when the last byte had arrived
 * @param copies each copy, in the order in which they were enqueued
 * @param links the links that were used, in the order of their nodes
 * @param engines the engines that were used, in the order of their nodes and ids
 * @param queueWaits how many steps of copies had to wait because no queue of any engine that would do was free
 * @param events how many events there were
 */
public record CopyReport(
        Pattern pattern,
        long bytes,
        EngineChoice choice,
        Assumptions assumptions,
        long nanos,
        List<CopyRecord> copies,
        List<LinkUse> links,
        List<EngineUse> engines,
        long queueWaits,
        long events) {

    public CopyReport {
        copies = List.copyOf(copies);
        links = List.copyOf(links);
        engines = List.copyOf(engines);
    }

    /** The link that needs the most time for what goes over it. However copies are ordered, they take as long. */
    public LinkUse slowestLink() {
        return links.stream()
                .max(Comparator.comparingLong(LinkUse::boundNanos)
                        .thenComparing(
                                LinkUse::ends,
                                Comparator.comparingInt(Pair::from).reversed())
                        .thenComparing(
                                LinkUse::ends, Comparator.comparingInt(Pair::to).reversed()))
                .orElseThrow();
    }

    /** The least time that the links allow. */
    public long boundNanos() {
        return slowestLink().boundNanos();
    }

    /** The time, in times of the least that the links allow. */
    public double ratio() {
        return (double) nanos / boundNanos();
    }

    /** How many copies had to do with an engine that is not recommended. */
    public long farCopies() {
        return copies.stream().filter(CopyRecord::isFar).count();
    }

    /** How many copies went through the host's memory. */
    public long stagedCopies() {
        return copies.stream()
                .filter(copy -> copy.kind() == CopyRoute.Kind.STAGED)
                .count();
    }

    /** How often a copy found its engine busy and had to wait. */
    public long collisions() {
        return engines.stream().mapToLong(EngineUse::collisions).sum();
    }
}
