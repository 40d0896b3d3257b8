package io.headrace.error;

/**
 * A kernel threw an exception; the cause is the exception, and the accessors say at which item.
 *
 * <p>Thrown by waits for the stream that ran the kernel. The other items may or may not have run, so what the kernel
 * writes is to be taken as undefined. If several items threw, one of them is reported.
 */
public class KernelException extends HeadraceException {

    private final long x;
    private final long y;
    private final long z;

    /**
     * The failure of one item.
     *
     * @param x the item's index in the first dimension
     * @param y the item's index in the second dimension, 0 if the range has none
     * @param z the item's index in the third dimension, 0 if the range has none
     * @param cause what the kernel threw
     */
    public KernelException(long x, long y, long z, Throwable cause) {
        this("a kernel failed at item x=" + x + " y=" + y + " z=" + z, x, y, z, cause);
    }

    /** The failure of one item, with other words for where it was. */
    KernelException(String where, long x, long y, long z, Throwable cause) {
        // Not the cause's own text: it is the user's code, and if that throws too the failure would be lost.
        super(where + ": it threw " + cause.getClass().getName(), cause);
        this.x = x;
        this.y = y;
        this.z = z;
    }

    /** The failing item's index in the first dimension. */
    public long x() {
        return x;
    }

    /** The failing item's index in the second dimension; 0 if the range has none. */
    public long y() {
        return y;
    }

    /** The failing item's index in the third dimension; 0 if the range has none. */
    public long z() {
        return z;
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new KernelException(x, y, z, cause);
    }
}
