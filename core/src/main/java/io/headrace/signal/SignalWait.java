package io.headrace.signal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread's wait for a signal's value. */
final class SignalWait extends Waiter {

    private final Signal signal;
    private final Condition condition;
    private final long value;
    private long observed;
    private @Nullable WakingWatch watch;

    SignalWait(Signal signal, Condition condition, long value) {
        this.signal = signal;
        this.condition = condition;
        this.value = value;
    }

    /** The value that ended the wait. */
    long observed() {
        return observed;
    }

    @Override
    protected boolean done() {
        WakingWatch registered = watch;
        observed = signal.observe();
        // The look at the signal's life comes after the read of the value, and the one at the watch after both: a store
        // that met the condition just before the closing counts.
        boolean closed = signal.isClosed();
        if (registered != null && registered.fired) {
            observed = registered.seen;
            return true;
        }
        if (closed) {
            throw signal.closedException();
        }
        return condition.holds(observed, value);
    }

    @Override
    protected WaitCounts counts() {
        return WaitCounts.OF_SIGNALS;
    }

    @Override
    protected String waitsFor() {
        return "signal";
    }

    @Override
    protected void register(Thread thread) {
        watch = new WakingWatch(condition, value, thread);
        signal.watch(watch);
    }

    @Override
    protected void unregister() {
        // What has fired is off the list; the thread that stored has just changed all that a look there would have to
        // read.
        if (watch != null && !watch.fired) {
            signal.unwatch(watch);
        }
    }

    private static final class WakingWatch extends SignalWatch {

        private final Thread thread;
        private long seen;
        private volatile boolean fired;

        WakingWatch(Condition condition, long value, Thread thread) {
            super(condition, value);
            this.thread = thread;
        }

        @Override
        protected void fired(long observed) {
            seen = observed;
            fired = true;
            LockSupport.unpark(thread);
        }

        @Override
        protected void closed() {
            LockSupport.unpark(thread);
        }
    }
}
