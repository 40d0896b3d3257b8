package io.headrace.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A set of logical processors, by the kernel's numbers. Immutable. */
public final class CpuSet {

    /** One more than the greatest number; kernels are built for far fewer. */
    public static final int MOST = 65_536;

    private final BitSet members;

    private CpuSet(BitSet members) {
        this.members = members;
    }

    /** The processors 0 to {@code count - 1}. */
    public static CpuSet first(int count) {
        BitSet members = new BitSet();
        members.set(0, count);
        return new CpuSet(members);
    }

    /** Reads a list such as {@code 0-2,5}; the set of a blank list is empty. Nothing if the text is no such list. */
    public static Optional<CpuSet> parse(String list) {
        BitSet members = new BitSet();
        if (list.isBlank()) {
            return Optional.of(new CpuSet(members));
        }
        for (String item : list.strip().split(",", -1)) {
            String[] ends = item.split("-", 2);
            int first = number(ends[0]);
            int last = ends.length == 1 ? first : number(ends[1]);
            if (first < 0 || last < first) {
                return Optional.empty();
            }
            members.set(first, last + 1);
        }
        return Optional.of(new CpuSet(members));
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            return number < MOST ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** How many there are. */
    public int count() {
        return members.cardinality();
    }

    /** The least number; -1 if there is none. */
    public int lowest() {
        return members.nextSetBit(0);
    }

    /** Those that are in the other set too. */
    public CpuSet and(CpuSet other) {
        BitSet both = (BitSet) members.clone();
        both.and(other.members);
        return new CpuSet(both);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CpuSet that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    /** As a list, for instance {@code 0-2,5}. */
    @Override
    public String toString() {
        List<String> items = new ArrayList<>();
        for (int first = members.nextSetBit(0); first >= 0; ) {
            int last = members.nextClearBit(first) - 1;
            items.add(first == last ? Integer.toString(first) : first + "-" + last);
            first = members.nextSetBit(last + 1);
        }
        return String.join(",", items);
    }
}
