package io.headrace;

import io.headrace.queue.QueueSlot;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.RecordCode;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what ends on a device outside its queues: host calls, and what is left out. Safe for use from any thread. */
final class OperationCounts {

    private final LongAdder[] counts = Stream.generate(LongAdder::new)
            .limit((long) RecordCode.KIND_COUNT * RecordCode.OUTCOME_COUNT)
            .toArray(LongAdder[]::new);

    /**
     * An operation has ended. Called before that is published.
     *
     * @param kind its kind's {@linkplain RecordCode#number(OperationKind) number}
     */
    void add(int kind, Outcome outcome) {
        counts[index(kind, outcome)].increment();
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

    private static int index(int kind, Outcome outcome) {
        return kind * RecordCode.OUTCOME_COUNT + RecordCode.number(outcome);
    }

    private long sum(OperationKind kind, Outcome outcome, Collection<QueueSlot> slots) {
        long sum = counts[index(RecordCode.number(kind), outcome)].sum();
        for (QueueSlot slot : slots) {
            sum += slot.counts().get(kind, outcome);
        }
        return sum;
    }
}
