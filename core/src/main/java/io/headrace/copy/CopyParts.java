package io.headrace.copy;

import java.util.ArrayList;
import java.util.List;

/** How the bytes of a copy are dealt out to several engines: in equal parts that begin at whole pages. */
public final class CopyParts {

    /** What parts begin at a multiple of. */
    public static final long ALIGNMENT = 4_096;

    /**
     * A part.
     *
     * @param offset where it begins in the copy, in bytes
     * @param bytes how many it has, at least 1
     */
    public record Part(long offset, long bytes) {}

    private CopyParts() {}

    /**
     * Deals out.
     *
     * @param bytes how many, at least 1
     * @param most how many parts there may be, at least 1; a copy of a few pages has fewer
     */
    public static List<Part> of(long bytes, int most) {
        if (bytes < 1 || most < 1) {
            throw new IllegalArgumentException("there is nothing to deal out: bytes=" + bytes + " parts=" + most);
        }
        long pages = (bytes - 1) / ALIGNMENT + 1;
        int parts = (int) Math.min(most, pages);
        List<Part> dealt = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            long begin = page(i, parts, pages) * ALIGNMENT;
            long end = Math.min(bytes, page(i + 1, parts, pages) * ALIGNMENT);
            dealt.add(new Part(begin, end - begin));
        }
        return dealt;
    }

    /** The first page of a part; the first parts have one more where it does not come out even. */
    private static long page(int part, int parts, long pages) {
        return pages / parts * part + Math.min(part, pages % parts);
    }
}
