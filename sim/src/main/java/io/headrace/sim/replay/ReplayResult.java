package io.headrace.sim.replay;

import io.headrace.queue.QueuePolicy;
import java.util.List;
import java.util.Optional;

/**
 * What a replay came to.
 *
 * @param policy how queues were chosen; empty if each operation went where it had gone in the recording
 * @param queues how many queues a device had; of the recording how many there were in all
 * @param makespanNanos from the first operation's coming to the last one's end
 * @param boundNanos no schedule takes less: the longest stream, the operations of a device spread evenly over its queues, and the
 *     longest chain of operations that depend on each other; the longest of these
 * @param aloneNanos what it would take if each stream had a queue of its own
 * @param waits how long operations waited because their queue was shared
 * @param uses what each queue did, device after device
 */
public record ReplayResult(
        Optional<QueuePolicy> policy,
        int queues,
        long makespanNanos,
        long boundNanos,
        long aloneNanos,
        WaitTimes waits,
        List<QueueUse> uses) {

    public ReplayResult {
        uses = List.copyOf(uses);
    }

    /** How often the bound fits into the makespan. */
    public double ratio() {
        return (double) makespanNanos / boundNanos;
    }

    /** How much longer it took because streams shared queues: what could have overlapped and did not. */
    public long lostNanos() {
        return makespanNanos - aloneNanos;
    }

    /** The policy as people write it: {@code least-used}, {@code round-robin}, or {@code recorded}. */
    public String policyName() {
        return policy.map(ReplayResult::name).orElse("recorded");
    }

    /** A policy as people write it. */
    public static String name(QueuePolicy policy) {
        return switch (policy) {
            case BUSY_TRACKING -> "least-used";
            case ROUND_ROBIN -> "round-robin";
        };
    }
}
