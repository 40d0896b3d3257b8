package io.headrace.signal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A handler of a signal, from {@link Signal#onChange} until it is closed, removed, or the signal is closed. */
public final class SignalRegistration implements AutoCloseable {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    private enum Phase {
        IDLE,
        /** A call is to begin. */
        DUE,
        RUNNING,
        /** A call is in progress, and another one is to follow. */
        RUNNING_AND_DUE,
        ENDED
    }

    /**
     * Where the handler stands.
     *
     * @param value the last value taken up: what the call that is due will get, else what the last one got
     * @param look the number of the look that found it
     * @param unmetSince whether the condition was seen not to hold since then, so that whatever meets it now is a later store
     */
    private record State(Phase phase, long value, long look, boolean unmetSince) {

        static final State NEW = new State(Phase.IDLE, 0, Long.MIN_VALUE, true);

        State in(Phase other) {
            return new State(other, value, look, unmetSince);
        }

        State unmet() {
            return new State(phase, value, look, true);
        }

        /** Whether a value that is found now is from a store later than the last look. */
        boolean isBefore(long found, long looksBefore) {
            return unmetSince || looksBefore >= look || found != value;
        }
    }

    private final Signal signal;
    private final SignalHandlers handlers;
    private final Condition condition;
    private final long value;
    private final SignalHandler handler;
    private final @Nullable Executor executor;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    SignalRegistration(
            Signal signal,
            SignalHandlers handlers,
            Condition condition,
            long value,
            SignalHandler handler,
            @Nullable Executor executor) {
        this.signal = signal;
        this.handlers = handlers;
        this.condition = condition;
        this.value = value;
        this.handler = handler;
        this.executor = executor;
    }

    /** Whether the handler may be called once more. */
    public boolean isActive() {
        return state.get().phase() != Phase.ENDED;
    }

    /** Removes the handler: no call begins any more. Does not wait for one that is in progress. Closing again has no effect. */
    @Override
    public void close() {
        state.updateAndGet(seen -> seen.in(Phase.ENDED));
        handlers.remove(this);
    }

    @Override
    public String toString() {
        return "SignalRegistration[condition=" + condition + ", value=" + value + ", state="
                + state.get().phase() + ", " + signal + "]";
    }

    /** No more stores will come. A call that a store before made due takes place all the same. */
    void signalClosed() {
        state.updateAndGet(seen -> seen.phase() == Phase.IDLE ? seen.in(Phase.ENDED) : seen);
    }

    /** Whether there is something to take up in a value: that it meets the condition, or that it does not any more. */
    boolean isAwaited(long present) {
        State seen = state.get();
        boolean news =
                condition.holds(present, value) ? seen.isBefore(present, SignalHandlers.UNKNOWN) : !seen.unmetSince();
        return seen.phase() != Phase.ENDED && news;
    }

    /**
     * Takes up the present value if it meets the condition and was stored after the last one that was taken up; or that it does
     * not meet the condition.
     */
    void tell(long looksBefore) {
        for (; ; ) {
            State seen = state.get();
            if (seen.phase() == Phase.ENDED) {
                return;
            }
            long observed = signal.observe();
            // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
            if (signal.isClosed()) {
                return;
            }
            if (!condition.holds(observed, value)) {
                // It was read after the last look was known here: so the value that was taken up is gone.
                if (seen.unmetSince()) {
                    return;
                }
                if (state.compareAndSet(seen, seen.unmet())) {
                    // Who looks for others' stores may find the same value as before, and must judge it anew.
                    signal.expectForeignStores();
                    return;
                }
                continue;
            }
            if (!seen.isBefore(observed, looksBefore)) {
                return;
            }
            Phase phase = seen.phase() == Phase.IDLE || seen.phase() == Phase.DUE ? Phase.DUE : Phase.RUNNING_AND_DUE;
            if (state.compareAndSet(seen, new State(phase, observed, handlers.nextLook(), false))) {
                if (seen.phase() == Phase.IDLE) {
                    dispatch();
                }
                return;
            }
        }
    }

    /** The user's executor is user code too, so that it is not called here: the thread may be a device's. */
    private void dispatch() {
        try {
            Thread.ofVirtual().name("headrace-signal-handler").start(this::handOver);
        } catch (RuntimeException | Error noThread) {
            fail("there is no thread to call a signal's handler", noThread);
        }
    }

    private void handOver() {
        Executor chosen = executor;
        if (chosen == null) {
            run();
            return;
        }
        try {
            chosen.execute(this::run);
        } catch (RuntimeException | Error refused) {
            fail("the executor of a signal's handler refused its call", refused);
        }
    }

    private void run() {
        for (State due = begin(); due.phase() == Phase.RUNNING; due = begin()) {
            boolean keep;
            try {
                keep = handler.changed(due.value());
            } catch (Throwable thrown) {
                fail("a signal's handler threw", thrown);
                return;
            }
            if (!keep) {
                close();
                return;
            }
            if (state.updateAndGet(SignalRegistration::afterCall).phase() != Phase.DUE) {
                endIfClosed();
                return;
            }
        }
    }

    private State begin() {
        return state.updateAndGet(seen -> seen.phase() == Phase.DUE ? seen.in(Phase.RUNNING) : seen);
    }

    private static State afterCall(State seen) {
        return switch (seen.phase()) {
            case RUNNING -> seen.in(Phase.IDLE);
            case RUNNING_AND_DUE -> seen.in(Phase.DUE);
            default -> seen;
        };
    }

    private void endIfClosed() {
        if (signal.isClosed()) {
            signalClosed();
        }
    }

    private void fail(String what, Throwable cause) {
        close();
        LOG.log(Level.ERROR, what + "; it is removed: " + this, cause);
    }
}
