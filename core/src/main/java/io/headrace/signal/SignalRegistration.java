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

    /** What came of a look. */
    enum Outcome {
        NO_NEWS,
        /** A call is to be handed over: there was none under way. */
        CALL,
        /** The value that was taken up is gone. */
        GONE
    }

    /**
     * Where the handler stands.
     *
     * @param value the last value taken up: what the call that is due will get, else what the last one got
     * @param unmetSince whether the condition was seen not to hold since then, so that whatever meets it now is a later store
     */
    private record State(Phase phase, long value, boolean unmetSince) {

        static final State NEW = new State(Phase.IDLE, 0, true);

        State in(Phase other) {
            return new State(other, value, unmetSince);
        }

        State unmet() {
            return unmetSince ? this : new State(phase, value, true);
        }

        State taken(long observed) {
            boolean called = phase == Phase.IDLE || phase == Phase.DUE;
            return new State(called ? Phase.DUE : Phase.RUNNING_AND_DUE, observed, false);
        }

        /** Whether a value that is found now tells by itself that it is from a store later than the last look. */
        boolean isBefore(long found) {
            return unmetSince || found != value;
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
                + state.get().phase() + ", handle=0x" + Long.toHexString(signal.handle()) + "]";
    }

    /** No more stores will come. A call that a store before made due takes place all the same. */
    void signalClosed() {
        state.updateAndGet(seen -> seen.phase() == Phase.IDLE ? seen.in(Phase.ENDED) : seen);
    }

    /** Whether there is something to take up in a value: that it meets the condition, or that it does not any more. */
    boolean isAwaited(long present) {
        State seen = state.get();
        boolean news = condition.holds(present, value) ? seen.isBefore(present) : !seen.unmetSince();
        return seen.phase() != Phase.ENDED && news;
    }

    /**
     * Takes up a value if it meets the condition and was stored after the last one that was taken up; or that it does not meet
     * the condition. Called in turn.
     *
     * @param stored whether it is known to be that late
     */
    Outcome takeUp(long observed, boolean stored) {
        for (; ; ) {
            State seen = state.get();
            if (seen.phase() == Phase.ENDED) {
                return Outcome.NO_NEWS;
            }
            boolean met = condition.holds(observed, value);
            boolean known = met ? !stored && !seen.isBefore(observed) : seen.unmetSince();
            if (known) {
                return Outcome.NO_NEWS;
            }
            State next = met ? seen.taken(observed) : seen.unmet();
            if (state.compareAndSet(seen, next)) {
                if (!met) {
                    return Outcome.GONE;
                }
                return seen.phase() == Phase.IDLE ? Outcome.CALL : Outcome.NO_NEWS;
            }
        }
    }

    /** A store was not followed by a look: whatever meets the condition next is later than what was taken up. */
    void missed() {
        state.updateAndGet(State::unmet);
    }

    /** The user's executor is user code too, so that it is not called here: the thread may be a device's. */
    void handOverCall() {
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
