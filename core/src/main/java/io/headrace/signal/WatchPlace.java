package io.headrace.signal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Where a watch stands among those of its signal with the same condition: by value, then by age. */
class WatchPlace implements Comparable<WatchPlace> {

    /** Before and behind all others. */
    static final WatchPlace FIRST = new WatchPlace(Long.MIN_VALUE, Long.MIN_VALUE);

    static final WatchPlace LAST = new WatchPlace(Long.MAX_VALUE, Long.MAX_VALUE);

    /** The order of a watch that was not registered. */
    private static final long NONE = 0;

    private static final VarHandle ORDER;

    static {
        try {
            ORDER = MethodHandles.lookup().findVarHandle(WatchPlace.class, "order", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final long value;
    private volatile long order;

    private WatchPlace(long value, long order) {
        this.value = value;
        this.order = order;
    }

    /** The place of a watch that is to be registered. */
    WatchPlace(long value) {
        this(value, NONE);
    }

    /** A place before all watches for a value, and behind those for lower ones. */
    static WatchPlace before(long value) {
        return new WatchPlace(value, Long.MIN_VALUE);
    }

    final long placedAt() {
        return value;
    }

    /** Whether it was registered, and maybe taken away since. */
    final boolean isRegistered() {
        return order != NONE;
    }

    /**
     * Takes an order; {@code false} if it has one.
     *
     * @param number 1 or more
     */
    final boolean register(long number) {
        return ORDER.compareAndSet(this, NONE, number);
    }

    @Override
    public final int compareTo(WatchPlace other) {
        int byValue = Long.compare(value, other.value);
        return byValue != 0 ? byValue : Long.compare(order, other.order);
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }
}
