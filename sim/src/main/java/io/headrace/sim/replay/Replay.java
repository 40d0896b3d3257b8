package io.headrace.sim.replay;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueueSlot;
import io.headrace.sim.VirtualTime;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.UnreadableTraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A recorded workload, to be run again in virtual time through {@link io.headrace.queue.QueuePool}, the very code by which
 * the runtime gives queues to streams. A model: each queue runs one operation at a time, queues do not hold up each other,
 * each operation takes as long as it took, and nothing else takes time. Each device of the trace has queues of its own.
 * Copies and fills go through the queues like kernels. Flagged operations are left out.
 *
 * <p>Order within a stream and recorded waits of streams for each other are kept. Used by one thread.
 */
public final class Replay {

    private final Workload work;
    private final Bounds bounds;
    private final Binding binding;
    private final boolean queuesKnown;

    /**
     * A replay of a trace that has at least one operation that is not flagged.
     *
     * @throws UnreadableTraceException if there is none, or its times are longer than 292 years
     */
    public Replay(Trace trace, Gaps gaps, Binding binding) {
        this.binding = binding;
        try {
            work = new Workload(trace, gaps);
            bounds = new Bounds(work);
        } catch (ArithmeticException e) {
            throw new UnreadableTraceException(
                    "the times of the trace add up to more than 2^63-1 ns, which is 292 years: path=" + trace.name(),
                    e);
        }
        if (work.count() == 0) {
            throw new UnreadableTraceException("no device work to replay: path=" + trace.name());
        }
        queuesKnown = RecordedPlacement.isKnown(trace.valid());
    }

    /**
     * Runs it under a policy.
     *
     * @param queues how many queues each device has at most, at least 1
     */
    public ReplayResult run(QueuePolicy policy, int queues) {
        return run(policy, queues, ignored -> {});
    }

    /**
     * Runs it under a policy, and tells when each operation ran.
     *
     * @param queues how many queues each device has at most, at least 1
     * @param whatRan is given the schedule before this method returns
     */
    public ReplayResult run(QueuePolicy policy, int queues, Consumer<Schedule> whatRan) {
        VirtualTime time = new VirtualTime();
        PooledPlacement placement = new PooledPlacement(work, policy, queues, time);
        return run(Optional.of(policy), queues, placement, time, whatRan);
    }

    /** Runs each operation in the queue in which it ran; empty unless the trace tells the queue of each. */
    public Optional<ReplayResult> recorded() {
        return recorded(ignored -> {});
    }

    /**
     * Runs each operation in the queue in which it ran, and tells when; empty unless the trace tells the queue of each.
     *
     * @param whatRan is given the schedule before this method returns, if there is one
     */
    public Optional<ReplayResult> recorded(Consumer<Schedule> whatRan) {
        if (!queuesKnown) {
            return Optional.empty();
        }
        VirtualTime time = new VirtualTime();
        RecordedPlacement placement = new RecordedPlacement(work, time);
        int queues = 0;
        for (int device = 0; device < work.devices().size(); device++) {
            queues += placement.slots(device).size();
        }
        return Optional.of(run(Optional.empty(), queues, placement, time, whatRan));
    }

    private ReplayResult run(
            Optional<QueuePolicy> policy,
            int queues,
            Placement placement,
            VirtualTime time,
            Consumer<Schedule> whatRan) {
        ReplayRun run = new ReplayRun(work, placement, binding, time);
        run.run();
        List<QueueUse> uses = new ArrayList<>();
        int[] firstOfDevice = new int[work.devices().size()];
        for (int device = 0; device < work.devices().size(); device++) {
            firstOfDevice[device] = uses.size();
            for (QueueSlot slot : placement.slots(device)) {
                uses.add(use(device, slot, placement));
            }
        }
        whatRan.accept(run.schedule(firstOfDevice));
        return new ReplayResult(
                policy,
                queues,
                run.makespanNanos(),
                bounds.nanos(device -> placement.slots(device).size()),
                bounds.longestChainNanos(),
                WaitTimes.of(run.waited()),
                uses);
    }

    private QueueUse use(int device, QueueSlot slot, Placement placement) {
        String name = placement.name(device, slot.index());
        if (!(slot.queue() instanceof VirtualQueue queue)) {
            return new QueueUse(work.devices().get(device), name, 0, 0, 0);
        }
        return new QueueUse(work.devices().get(device), name, queue.operations(), queue.streams(), queue.busyNanos());
    }
}
