package io.headrace;

import java.util.function.LongConsumer;

/** A reduction of integers of either size; partial results are longs. */
abstract class IntegerReduction extends Reduction {

    private final transient long[] partials;
    private final transient long nothing;
    private final transient LongConsumer result;

    private IntegerReduction(Kind kind, long length, long least, long most, LongConsumer result) {
        super(kind, length);
        this.result = result;
        partials = new long[blocks()];
        nothing = switch (kind) {
            case SUM -> 0;
            case MIN -> most;
            case MAX -> least;
        };
    }

    static IntegerReduction of(Kind kind, I32 x, LongConsumer result) {
        return new IntegerReduction(kind, x.length(), Integer.MIN_VALUE, Integer.MAX_VALUE, result) {
            @Override
            long element(long index) {
                return x.get(index);
            }
        };
    }

    static IntegerReduction of(Kind kind, I64 x, LongConsumer result) {
        return new IntegerReduction(kind, x.length(), Long.MIN_VALUE, Long.MAX_VALUE, result) {
            @Override
            long element(long index) {
                return x.get(index);
            }
        };
    }

    abstract long element(long index);

    @Override
    final void reduce(int block, long from, long to) {
        long value = nothing;
        switch (kind()) {
            case SUM -> {
                for (long i = from; i < to; i++) {
                    value += element(i);
                }
            }
            case MIN -> {
                for (long i = from; i < to; i++) {
                    value = Math.min(value, element(i));
                }
            }
            case MAX -> {
                for (long i = from; i < to; i++) {
                    value = Math.max(value, element(i));
                }
            }
        }
        partials[block] = value;
    }

    @Override
    final void combine() {
        long value = nothing;
        for (long partial : partials) {
            value = switch (kind()) {
                case SUM -> value + partial;
                case MIN -> Math.min(value, partial);
                case MAX -> Math.max(value, partial);
            };
        }
        result.accept(value);
    }
}
