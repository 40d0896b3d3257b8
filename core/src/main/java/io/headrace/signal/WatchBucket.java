package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/** The watches of a {@link WatchList} that have the same value, by age. Guarded by the list, until it is taken off; then its taker's. */
final class WatchBucket {

    private final long value;

    /** The list that the bucket is in; {@code null} once it was taken off, and with it all its watches. */
    @Nullable
    WatchList list;

    private @Nullable SignalWatch first;
    private @Nullable SignalWatch last;
    private int size;

    WatchBucket(WatchList list, long value) {
        this.list = list;
        this.value = value;
    }

    long value() {
        return value;
    }

    int size() {
        return size;
    }

    void add(SignalWatch watch) {
        watch.bucket = this;
        watch.watchAhead = last;
        if (last == null) {
            first = watch;
        } else {
            last.watchBehind = watch;
        }
        last = watch;
        size++;
    }

    void remove(SignalWatch watch) {
        SignalWatch ahead = watch.watchAhead;
        SignalWatch behind = watch.watchBehind;
        if (ahead == null) {
            first = behind;
        } else {
            ahead.watchBehind = behind;
        }
        if (behind == null) {
            last = ahead;
        } else {
            behind.watchAhead = ahead;
        }
        unlink(watch);
        size--;
    }

    /** The oldest watch, which is no longer in the bucket; {@code null} if there is none. For who has taken the bucket off. */
    @Nullable
    SignalWatch poll() {
        SignalWatch watch = first;
        if (watch != null) {
            first = watch.watchBehind;
            unlink(watch);
        }
        return watch;
    }

    /** A watch outlives its bucket, and must not keep others. */
    private static void unlink(SignalWatch watch) {
        watch.bucket = null;
        watch.watchAhead = null;
        watch.watchBehind = null;
    }
}
