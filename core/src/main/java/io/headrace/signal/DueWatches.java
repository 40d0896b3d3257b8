package io.headrace.signal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Watches to call, in order. A thread that is calling some already only adds to them, so that watches which store to
 * signals with watches need no stack for it.
 */
final class DueWatches {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    /** Set only while the thread calls watches. */
    private static final ThreadLocal<@Nullable DueWatches> RUNNING = new ThreadLocal<>();

    private @Nullable SignalWatch first;
    private @Nullable SignalWatch last;

    void add(SignalWatch watch) {
        if (last == null) {
            first = watch;
        } else {
            last.watchBehind = watch;
        }
        last = watch;
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
            for (SignalWatch watch = poll(); watch != null; watch = poll()) {
                callOne(watch);
            }
        } finally {
            RUNNING.remove();
        }
    }

    private static void callOne(SignalWatch watch) {
        try {
            watch.call();
        } catch (RuntimeException | Error broken) {
            // It broke the rule that it must not throw; the others are called all the same.
            LOG.log(Level.ERROR, "a watch of a signal threw; its waiter may wait for ever: watch=" + watch, broken);
        }
    }

    private void addAll(DueWatches others) {
        for (SignalWatch watch = others.poll(); watch != null; watch = others.poll()) {
            add(watch);
        }
    }

    private @Nullable SignalWatch poll() {
        SignalWatch watch = first;
        if (watch != null) {
            first = watch.watchBehind;
            last = first == null ? null : last;
            watch.watchBehind = null;
        }
        return watch;
    }
}
