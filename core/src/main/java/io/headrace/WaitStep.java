package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.InvalidSignalException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalWatch;
import io.headrace.trace.Outcome;
import org.jspecify.annotations.Nullable;

/** A step that ends when something outside its stream has happened. Used under the stream's lock. */
abstract sealed class WaitStep implements Step {

    private long sequence;
    private @Nullable Step behind;

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public void sequence(long number) {
        sequence = number;
    }

    @Override
    public @Nullable Step behind() {
        return behind;
    }

    @Override
    public void behind(@Nullable Step step) {
        behind = step;
    }

    @Override
    public void skip(Outcome outcome) {
        abandon(); // waits are no operations, and count nowhere
    }

    /**
     * Whether the wait would do nothing, seen when it is enqueued.
     *
     * @param itsTurn whether everything before it in the stream has ended
     */
    abstract boolean isOver(boolean itsTurn);

    /** Why it will never happen; {@code null} otherwise. */
    @Nullable
    abstract HeadraceException failure();

    /**
     * Asks that the stream be woken once it has happened or never will; asked again, it only answers. A call too many does no harm.
     *
     * @return {@code false} if it has happened already, or never will
     */
    abstract boolean arm(HeldSteps held);

    /** Waits for an event. */
    static final class ForEvent extends WaitStep {

        private final EventRecord record;
        private boolean armed;

        ForEvent(EventRecord record) {
            this.record = record;
        }

        EventRecord record() {
            return record;
        }

        @Override
        boolean isOver(boolean itsTurn) {
            // An event stays as it is once it is settled, so its turn does not matter.
            return record.isSettled() && record.failure() == null;
        }

        @Override
        @Nullable
        HeadraceException failure() {
            return record.failure();
        }

        @Override
        boolean arm(HeldSteps held) {
            if (!armed) {
                armed = record.whenSettled(held::wake);
                if (armed) {
                    held.order().expectLater(record);
                }
            }
            return armed && !record.isSettled();
        }

        @Override
        public void abandon() {
            // The event tells a stream that no longer listens, which does no harm.
        }
    }

    /** Waits for a signal's value. It is enough that the condition held once after the step's turn had come. */
    static final class ForSignal extends WaitStep {

        private final Signal signal;
        private final Condition condition;
        private final long value;
        private @Nullable Watch watch;

        ForSignal(Signal signal, Condition condition, long value) {
            this.signal = signal;
            this.condition = condition;
            this.value = value;
        }

        @Override
        boolean isOver(boolean itsTurn) {
            return condition.holds(signal.loadAcquire(), value) && itsTurn;
        }

        @Override
        @Nullable
        HeadraceException failure() {
            return watch != null && watch.signalClosed
                    ? new InvalidSignalException(
                            "the signal that a stream waits for was closed: condition=" + condition + " value=" + value)
                    : null;
        }

        @Override
        boolean arm(HeldSteps held) {
            if (watch == null) {
                watch = new Watch(condition, value, held);
                signal.watch(watch);
            }
            return !watch.met && !watch.signalClosed;
        }

        @Override
        public void abandon() {
            if (watch != null) {
                signal.unwatch(watch);
            }
        }

        /** Remembers what happened, and wakes the stream. */
        private static final class Watch extends SignalWatch {

            private final HeldSteps held;
            private volatile boolean met;
            private volatile boolean signalClosed;

            Watch(Condition condition, long value, HeldSteps held) {
                super(condition, value);
                this.held = held;
            }

            @Override
            protected void fired(long observed) {
                met = true;
                held.wake();
            }

            @Override
            protected void closed() {
                signalClosed = true;
                held.wake();
            }
        }
    }
}
