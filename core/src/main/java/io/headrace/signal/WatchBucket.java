package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/**
 * The watches of a {@link WatchList} that have the same value, by age: they become due together. Guarded by the list, until it is
 * taken off; then its taker's, who says why it is due.
 */
final class WatchBucket {

    private final long value;

    /** The list that the bucket is in; {@code null} once it was taken off, and with it all its watches. */
    @Nullable
    WatchList list;

    /** The bucket that is due after this one. */
    @Nullable
    WatchBucket next;

    private @Nullable SignalWatch first;
    private @Nullable SignalWatch last;
    private int size;

    private long observed;
    private boolean dueToClose;

    WatchBucket(@Nullable WatchList list, long value) {
        this.list = list;
        this.value = value;
    }

    /** A bucket of no list, for one watch that was taken off alone. */
    static WatchBucket of(SignalWatch watch) {
        WatchBucket bucket = new WatchBucket(null, watch.value());
        bucket.add(watch);
        return bucket;
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

    /** Its watches are due by a value that was observed. */
    WatchBucket dueBy(long met) {
        observed = met;
        return this;
    }

    /** Its watches are due since the signal was closed. */
    WatchBucket dueToClose() {
        dueToClose = true;
        return this;
    }

    /** Takes the oldest watch out; {@code null} if there is none. For who has taken the bucket off. */
    @Nullable
    SignalWatch poll() {
        SignalWatch watch = first;
        if (watch != null) {
            first = watch.watchBehind;
            unlink(watch);
        }
        return watch;
    }

    /** Calls a watch that was in the bucket, which is due. */
    void call(SignalWatch watch) {
        if (dueToClose) {
            watch.closed();
        } else {
            watch.fired(observed);
        }
    }

    /** A watch outlives its bucket, and must not keep others. */
    private static void unlink(SignalWatch watch) {
        watch.bucket = null;
        watch.watchAhead = null;
        watch.watchBehind = null;
    }
}
