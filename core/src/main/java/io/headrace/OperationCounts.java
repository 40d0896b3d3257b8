package io.headrace;

import io.headrace.queue.QueueSlot;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what ends on a device outside its queues: host calls, and what is left out. Safe for use from any thread. */
final class OperationCounts {

    private static final int OUTCOMES = Outcome.values().length;

    private final LongAdder[] counts = Stream.generate(LongAdder::new)
            .limit((long) OperationKind.values().length * OUTCOMES)
            .toArray(LongAdder[]::new);

    /**
     * An operation has ended. Called before that is published.
     *
     * @param kind its kind's ordinal
     */
    void add(int kind, Outcome outcome) {
        counts[kind * OUTCOMES + outcome.ordinal()].increment();
    }

    /** These and those of the queues. */
    Map<OperationKind, DeviceCounters.Ended> with(Collection<QueueSlot> slots) {
        Map<OperationKind, DeviceCounters.Ended> all = new EnumMap<>(OperationKind.class);
        for (OperationKind kind : OperationKind.values()) {
            all.put(
                    kind,
                    new DeviceCounters.Ended(
                            sum(kind, Outcome.DONE, slots),
                            sum(kind, Outcome.FAILED, slots),
                            sum(kind, Outcome.SKIPPED, slots)));
        }
        return all;
    }

    private long sum(OperationKind kind, Outcome outcome, Collection<QueueSlot> slots) {
        long sum = counts[kind.ordinal() * OUTCOMES + outcome.ordinal()].sum();
        for (QueueSlot slot : slots) {
            sum += slot.counts().get(kind, outcome);
        }
        return sum;
    }
}
