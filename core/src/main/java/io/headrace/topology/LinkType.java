package io.headrace.topology;

import java.util.Arrays;
import java.util.OptionalLong;

/** The kinds of links, with the kernel's numbers. */
public enum LinkType {
    /** Between processors, HyperTransport. */
    HYPERTRANSPORT(1, "HT"),
    /** PCI Express. */
    PCIE(2, "PCIe"),
    /** Between processors, QPI. */
    QPI(5, "QPI"),
    /** Between GPUs of a hive, or GPU and CPU. */
    XGMI(11, "xGMI"),
    /** A kind that has a number, but none of these. */
    OTHER(16, "other"),
    /** The kind was not told. */
    UNKNOWN(-1, "?");

    private final int code;
    private final String shown;

    LinkType(int code, String shown) {
        this.code = code;
        this.shown = shown;
    }

    /** The kernel's number; -1 for {@link #UNKNOWN}. */
    public int code() {
        return code;
    }

    /** The kind with a number; any number that is none of ours is {@link #OTHER}. */
    static LinkType of(OptionalLong code) {
        if (code.isEmpty()) {
            return UNKNOWN;
        }
        return Arrays.stream(values())
                .filter(type -> type != UNKNOWN && type.code == code.getAsLong())
                .findFirst()
                .orElse(OTHER);
    }

    /** The kind's name as people write it, for instance {@code PCIe}. */
    @Override
    public String toString() {
        return shown;
    }
}
