package io.headrace;

import io.headrace.trace.Outcome;
import org.jspecify.annotations.Nullable;

/** One thing that a stream does in its turn, with a number in its order. Confined by the stream's lock until it is submitted. */
sealed interface Step permits LaneStep, HostStep, WaitStep {

    /** The step's number in its stream, counted from 1. */
    long sequence();

    /** Gives the step its number, when it is enqueued. */
    void sequence(long number);

    /** The step behind it where it is held. */
    @Nullable
    Step behind();

    /** Links it to the step behind it where it is held. */
    void behind(@Nullable Step step);

    /** The step will never run: it gives back what it holds. Nobody was told that it is enqueued. */
    void abandon();

    /**
     * The step, which was enqueued, has ended without having run: it is counted, and gives back what it holds.
     *
     * @param outcome whether it was left out, or failed before it could run
     */
    void skip(Outcome outcome);
}
