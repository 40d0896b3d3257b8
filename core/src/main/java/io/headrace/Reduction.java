package io.headrace;

import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A view's elements made into one, as a kernel whose items are blocks of the view.
 *
 * <p>Each block gives a partial result; whichever block ends last combines them. Blocks have a fixed size and their results are
 * combined in a fixed order, so that the result does not depend on how many threads the device has or which of them ran what.
 */
abstract class Reduction implements Kernel1D {

    /** What is made of the elements. */
    enum Kind {
        SUM("sum"),
        MIN("min"),
        MAX("max");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /** Elements of a block. */
    static final int BLOCK = 4_096;

    // Kernels can be serialised for drivers that translate their code; the library's own are not meant to be.
    private final transient Kind kind;
    private final transient long length;
    private final int blocks;
    private final transient AtomicInteger left;

    Reduction(Kind kind, long length) {
        this.kind = kind;
        this.length = length;
        // Nothing has a result too.
        this.blocks = Math.toIntExact(Math.max(1, Math.ceilDiv(length, BLOCK)));
        this.left = new AtomicInteger(blocks);
    }

    final Range range() {
        return Range.of(blocks);
    }

    final Kind kind() {
        return kind;
    }

    /** What records call it. */
    final String name() {
        return kind.label;
    }

    final int blocks() {
        return blocks;
    }

    @Override
    public final void run(long block) {
        long from = block * BLOCK;
        reduce((int) block, from, Math.min(length, from + BLOCK));
        if (left.decrementAndGet() == 0) {
            left.set(blocks); // the same kernel may be launched again
            combine();
        }
    }

    /** Computes a block's partial result. */
    abstract void reduce(int block, long from, long to);

    /** Combines all partial results into the result. */
    abstract void combine();
}
