package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.InvalidSignalException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalWatch;
import io.headrace.trace.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step that ends when something outside its stream has happened. Used under the stream's lock. */
sealed interface WaitStep extends Step {

    @Override
    default void skip(Outcome outcome) {
        abandon(); // waits are no operations, and count nowhere
    }

    /**
     * Whether the wait would do nothing, seen when it is enqueued.
     *
     * @param itsTurn whether everything before it in the stream has ended
     */
    boolean isOver(boolean itsTurn);

    /** Why it will never happen; {@code null} otherwise. */
    @Nullable
    HeadraceException failure();

    /**
     * Asks that the stream be woken once it has happened or never will; asked again, it only answers. A call too many does no harm.
     *
     * @return {@code false} if it has happened already, or never will
     */
    boolean arm(HeldSteps held);

    /** Waits for an event. */
    static final class ForEvent implements WaitStep {

        private final EventRecord record;
        private long sequence;
        private @Nullable Step behind;
        private boolean armed;

        ForEvent(EventRecord record) {
            this.record = record;
        }

        EventRecord record() {
            return record;
        }

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
        public boolean isOver(boolean itsTurn) {
            // An event stays as it is once it is settled, so its turn does not matter.
            return record.isSettled() && record.failure() == null;
        }

        @Override
        public @Nullable HeadraceException failure() {
            return record.failure();
        }

        @Override
        public boolean arm(HeldSteps held) {
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
    static final class ForSignal extends SignalWatch implements WaitStep {

        private final Signal signal;
        private long sequence;
        private @Nullable Step behind;

        /** What is woken; {@code null} until the wait is armed. */
        private @Nullable HeldSteps held;

        private volatile boolean met;
        private volatile boolean signalClosed;

        ForSignal(Signal signal, Condition condition, long value) {
            super(condition, value);
            this.signal = signal;
        }

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
        public boolean isOver(boolean itsTurn) {
            return condition().holds(signal.loadAcquire(), value()) && itsTurn;
        }

        @Override
        public @Nullable HeadraceException failure() {
            return signalClosed
                    ? new InvalidSignalException("the signal that a stream waits for was closed: condition="
                            + condition() + " value=" + value())
                    : null;
        }

        @Override
        public boolean arm(HeldSteps waiting) {
            if (held == null) {
                held = waiting;
                signal.watch(this);
            }
            return !met && !signalClosed;
        }

        @Override
        public void abandon() {
            if (held != null) {
                signal.unwatch(this);
            }
        }

        @Override
        protected void fired(long observed) {
            met = true;
            wake();
        }

        @Override
        protected void closed() {
            signalClosed = true;
            wake();
        }

        private void wake() {
            Objects.requireNonNull(held, "armed").wake();
        }
    }
}
