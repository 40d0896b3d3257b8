package io.headrace.trace;

/**
 * What became of one operation. Times are nanoseconds of the runtime's clock, {@link System#nanoTime()} unless it was given another one:
 * enqueued, submitted, started and ended, none before the one in front of it. An operation that did not run started and ended when it
 * was skipped.
 *
 * @param id its number, counted from 1 in each recording of a trace
 * @param kind what it did
 * @param name what it is called: a kernel's name or class, a copy's direction; may hold any characters, and may be empty
 * @param device the device, for instance {@code host:0}
 * @param stream the number of its stream, which is unique on its device
 * @param queue the hardware queue or copy engine, for instance {@code queue 1} or {@code engine 0}; {@code host} for what ran on no queue
 * @param bytes how many bytes it moved or set; 0 if it did neither
 * @param correlation what it has in common with the other pieces of one call, if a call needed several; else {@code id}
 * @param enqueuedNanos when the call that enqueued it came
 * @param submittedNanos when it was put into its queue
 * @param startedNanos when it began
 * @param endedNanos when it ended
 * @param startTicks the beginning by the device's own clock, in its ticks; 0 if the device told none
 * @param endTicks the end by the device's own clock; 0 if the device told none
 * @param outcome how it ended
 */
public record OperationRecord(
        long id,
        OperationKind kind,
        String name,
        String device,
        long stream,
        String queue,
        long bytes,
        long correlation,
        long enqueuedNanos,
        long submittedNanos,
        long startedNanos,
        long endedNanos,
        long startTicks,
        long endTicks,
        Outcome outcome) {}
