package io.headrace.examples;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;

/**
 * Running totals: element {@code i} becomes the sum of the elements from 0 to {@code i}. Three launches on one stream, whose
 * order is all the synchronisation there is: the total of each group, the running totals of these, and the elements of each
 * group on top of all groups before it.
 */
public final class PrefixSum {

    private static final int GROUP = 1_024;

    private PrefixSum() {}

    /** Sums up a million elements and compares the result with plain Java's. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("prefix sum: wrong elements = " + wrong(1_000_000));
    }

    /** How many of so many running totals differ from what plain Java computes. */
    static int wrong(int length) throws InterruptedException {
        long[] values = new long[length];
        for (int i = 0; i < length; i++) {
            values[i] = i * 31L % 1_000 - 400;
        }
        long[] totals = totals(values);
        int wrong = 0;
        long total = 0;
        for (int i = 0; i < length; i++) {
            total += values[i];
            if (totals[i] != total) {
                wrong++;
            }
        }
        return wrong;
    }

    private static long[] totals(long[] values) throws InterruptedException {
        long[] result = new long[values.length];
        GroupedRange range = Range.of(values.length).group(GROUP);
        long groups = range.groups().items();
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (I64 x = device.i64(values.length);
                    I64 before = device.i64(groups + 1);
                    Stream stream = device.stream()) {
                stream.copy(values, x)
                        .launch(range, group -> {
                            long sum = 0;
                            for (int i = 0; i < group.size(); i++) {
                                sum += x.get(group.globalX(i));
                            }
                            before.set(group.index() + 1, sum);
                        })
                        .launch(Range.of(1), one -> {
                            for (long i = 0; i < groups; i++) {
                                before.set(i + 1, before.get(i) + before.get(i + 1));
                            }
                        })
                        .launch(range, group -> {
                            long sum = before.get(group.index());
                            for (int i = 0; i < group.size(); i++) {
                                sum += x.get(group.globalX(i));
                                x.set(group.globalX(i), sum);
                            }
                        })
                        .copy(x, result)
                        .await();
            }
        }
        return result;
    }
}
