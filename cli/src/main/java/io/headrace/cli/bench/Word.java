package io.headrace.cli.bench;

import java.util.concurrent.atomic.AtomicLongArray;

/** A number on cache lines of its own, so that nothing but its use by two threads is measured. */
final class Word {

    /** 128 bytes before and behind: processors fetch lines in pairs. */
    private static final int INDEX = 16;

    private final AtomicLongArray line = new AtomicLongArray(2 * INDEX);

    long getPlain() {
        return line.getPlain(INDEX);
    }

    void setPlain(long value) {
        line.setPlain(INDEX, value);
    }

    long getAcquire() {
        return line.getAcquire(INDEX);
    }

    void setRelease(long value) {
        line.setRelease(INDEX, value);
    }

    long getVolatile() {
        return line.get(INDEX);
    }

    void setVolatile(long value) {
        line.set(INDEX, value);
    }
}
