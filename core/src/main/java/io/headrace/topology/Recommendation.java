package io.headrace.topology;

import java.util.stream.IntStream;

/**
 * The copy engines that suit a link.
 *
 * @param node the node whose engines they are: the one that drives the copy
 * @param engines a bit for each engine; none if nothing is known, or no engine is left
 * @param reason where they come from
 * @param detail the reason in words, for instance {@code the file names no engine: any of class xGMI}
 */
public record Recommendation(int node, long engines, Reason reason, String detail) {

    /** Where a recommendation comes from. */
    public enum Reason {
        /** It was read from the machine. */
        FILE,
        /** The table for eight sockets. */
        TABLE,
        /** Any engine of the class that serves links of this kind. */
        WHOLE_CLASS,
        /** What is needed to say it is not known. */
        UNKNOWN,
        /** The node has no engine of the class, or all are excluded. */
        NONE
    }

    /** The ids of the engines, ascending. */
    public IntStream ids() {
        return Engines.ids(engines);
    }

    /** The engines as a mask if it is exactly one, else 0: no preference among several. */
    public long preferred() {
        return Long.bitCount(engines) == 1 ? engines : 0;
    }
}
