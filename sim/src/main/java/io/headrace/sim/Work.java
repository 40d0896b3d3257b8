package io.headrace.sim;

import io.headrace.error.ResourcesExhaustedException;
import java.math.BigInteger;

/** What is left of a transfer, exactly: whole bytes and billionths of a byte, since rates are bytes a second. */
final class Work {

    static final int NANOS = 1_000_000_000;

    private long bytes;
    private int billionths;

    Work(long bytes) {
        this.bytes = bytes;
    }

    boolean isDone() {
        return bytes == 0 && billionths == 0;
    }

    /** Takes off what a rate moves in a time; nothing is left if that is more than there is. */
    void take(long bytesPerSecond, long nanos) {
        if (nanos >= nanosAt(bytesPerSecond)) {
            bytes = 0;
            billionths = 0;
            return;
        }
        long seconds = nanos / NANOS;
        long rest = nanos % NANOS;
        long fine = bytesPerSecond % NANOS * rest;
        long left = bytes - bytesPerSecond * seconds - bytesPerSecond / NANOS * rest - fine / NANOS;
        int fineLeft = billionths - (int) (fine % NANOS);
        bytes = fineLeft < 0 ? left - 1 : left;
        billionths = fineLeft < 0 ? fineLeft + NANOS : fineLeft;
    }

    /** How long a rate takes for what is left, rounded up; {@link Long#MAX_VALUE} if nothing moves. */
    long nanosAt(long bytesPerSecond) {
        if (isDone()) {
            return 0;
        }
        if (bytesPerSecond == 0) {
            return Long.MAX_VALUE;
        }
        return nanos(bytes, billionths, bytesPerSecond);
    }

    private static long nanos(long bytes, int billionths, long bytesPerSecond) {
        if (bytes < Long.MAX_VALUE / NANOS) {
            return Math.ceilDiv(bytes * NANOS + billionths, bytesPerSecond);
        }
        BigInteger nanos = BigInteger.valueOf(bytes)
                .multiply(BigInteger.valueOf(NANOS))
                .add(BigInteger.valueOf(billionths + bytesPerSecond - 1))
                .divide(BigInteger.valueOf(bytesPerSecond));
        if (nanos.bitLength() >= Long.SIZE) {
            throw new ResourcesExhaustedException("virtual time ends after 2^63-1 ns, which is 292 years: bytes="
                    + bytes + " bytes a second=" + bytesPerSecond);
        }
        return nanos.longValue();
    }

    /** How long a rate takes for so many bytes, rounded up. */
    static long nanos(long bytes, long bytesPerSecond) {
        return nanos(bytes, 0, bytesPerSecond);
    }
}
