package io.headrace;

import java.util.function.DoubleConsumer;

/** A reduction of floats of either size; partial results are doubles. */
abstract class FloatReduction extends Reduction {

    private final transient double[] partials;
    private final transient DoubleConsumer result;

    private FloatReduction(Kind kind, long length, DoubleConsumer result) {
        super(kind, length);
        this.result = result;
        partials = new double[blocks()];
    }

    static FloatReduction of(Kind kind, F32 x, DoubleConsumer result) {
        return new FloatReduction(kind, x.length(), result) {
            @Override
            double element(long index) {
                return x.get(index);
            }
        };
    }

    static FloatReduction of(Kind kind, F64 x, DoubleConsumer result) {
        return new FloatReduction(kind, x.length(), result) {
            @Override
            double element(long index) {
                return x.get(index);
            }
        };
    }

    abstract double element(long index);

    @Override
    final void reduce(int block, long from, long to) {
        partials[block] = switch (kind()) {
            case SUM -> sum(from, to);
            case MIN -> min(from, to);
            case MAX -> max(from, to);
        };
    }

    /** Eight sums side by side, which a processor adds to at the same time. */
    private double sum(long from, long to) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        double e = 0;
        double f = 0;
        double g = 0;
        double h = 0;
        long i = from;
        for (; i <= to - 8; i += 8) {
            a += element(i);
            b += element(i + 1);
            c += element(i + 2);
            d += element(i + 3);
            e += element(i + 4);
            f += element(i + 5);
            g += element(i + 6);
            h += element(i + 7);
        }
        for (; i < to; i++) {
            a += element(i);
        }
        return ((a + b) + (c + d)) + ((e + f) + (g + h));
    }

    private double min(long from, long to) {
        double min = Double.POSITIVE_INFINITY;
        for (long i = from; i < to; i++) {
            min = Math.min(min, element(i));
        }
        return min;
    }

    private double max(long from, long to) {
        double max = Double.NEGATIVE_INFINITY;
        for (long i = from; i < to; i++) {
            max = Math.max(max, element(i));
        }
        return max;
    }

    @Override
    final void combine() {
        result.accept(combined(0, blocks()));
    }

    private double combined(int from, int to) {
        if (to - from == 1) {
            return partials[from];
        }
        int middle = (from + to) >>> 1;
        double one = combined(from, middle);
        double two = combined(middle, to);
        return switch (kind()) {
            case SUM -> one + two;
            case MIN -> Math.min(one, two);
            case MAX -> Math.max(one, two);
        };
    }
}
