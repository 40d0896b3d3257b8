package io.headrace.signal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Watches to call, in order: buckets that were taken off their lists. A thread that is calling some already only adds to them, so that
 * watches which store to signals with watches need no stack for it.
 */
final class DueWatches {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    /** Set only while the thread calls watches. */
    private static final ThreadLocal<@Nullable DueWatches> RUNNING = new ThreadLocal<>();

    private @Nullable WatchBucket first;
    private @Nullable WatchBucket last;

    void add(WatchBucket bucket) {
        if (last == null) {
            first = bucket;
        } else {
            last.next = bucket;
        }
        last = bucket;
    }

    /** Calls them all, and those that they make due; or leaves them to the caller further up this thread's stack. */
    void call() {
        if (first == null) {
            return;
        }
        DueWatches running = RUNNING.get();
        if (running != null) {
            running.addAll(this);
            return;
        }
        RUNNING.set(this);
        try {
            for (WatchBucket bucket = first; bucket != null; bucket = first) {
                callAll(bucket);
                first = bucket.next;
            }
        } finally {
            RUNNING.remove();
        }
    }

    private static void callAll(WatchBucket bucket) {
        for (SignalWatch watch = bucket.poll(); watch != null; watch = bucket.poll()) {
            try {
                bucket.call(watch);
            } catch (RuntimeException | Error broken) {
                // It broke the rule that it must not throw; the others are called all the same.
                LOG.log(Level.ERROR, "a watch of a signal threw; its waiter may wait for ever: watch=" + watch, broken);
            }
        }
    }

    private void addAll(DueWatches others) {
        for (WatchBucket bucket = others.first; bucket != null; ) {
            WatchBucket next = bucket.next;
            bucket.next = null;
            add(bucket);
            bucket = next;
        }
    }
}
