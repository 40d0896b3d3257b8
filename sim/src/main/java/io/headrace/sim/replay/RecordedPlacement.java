package io.headrace.sim.replay;

import io.headrace.queue.QueueSlot;
import io.headrace.sim.VirtualTime;
import io.headrace.sim.trace.TracedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Each operation in the queue in which it ran. A stream that moves has ended there before it begins here. */
final class RecordedPlacement implements Placement {

    /** Numbers by value, then other names. */
    private static final Comparator<String> BY_NUMBER =
            Comparator.<String>comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final Workload work;
    private final List<List<String>> names = new ArrayList<>();
    private final List<List<QueueSlot>> slots = new ArrayList<>();

    RecordedPlacement(Workload work, VirtualTime time) {
        this.work = work;
        List<TreeSet<String>> found = new ArrayList<>();
        work.devices().forEach(device -> found.add(new TreeSet<>(BY_NUMBER)));
        for (int i = 0; i < work.count(); i++) {
            found.get(work.device(i)).add(queue(i));
        }
        for (TreeSet<String> queues : found) {
            List<QueueSlot> made = new ArrayList<>();
            queues.forEach(queue -> made.add(new QueueSlot("queue", made.size(), index -> new VirtualQueue(time))));
            names.add(List.copyOf(queues));
            slots.add(List.copyOf(made));
        }
    }

    /** Whether the trace tells the queue of each operation. */
    static boolean isKnown(List<TracedOperation> operations) {
        return !operations.isEmpty() && operations.stream().allMatch(operation -> operation.queue() != null);
    }

    private String queue(int operation) {
        return Objects.requireNonNull(work.operation(operation).queue(), "queue");
    }

    private QueueSlot slot(int operation) {
        int device = work.device(operation);
        return slots.get(device).get(names.get(device).indexOf(queue(operation)));
    }

    @Override
    public QueueSlot acquire(int operation) {
        QueueSlot slot = slot(operation);
        slot.acquire();
        return slot;
    }

    @Override
    public boolean fits(int operation, QueueSlot bound) {
        return slot(operation) == bound;
    }

    @Override
    public List<QueueSlot> slots(int device) {
        return slots.get(device);
    }

    @Override
    public String name(int device, int slot) {
        return names.get(device).get(slot);
    }
}
