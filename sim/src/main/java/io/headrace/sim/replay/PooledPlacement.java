package io.headrace.sim.replay;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.sim.VirtualTime;
import java.util.List;
import java.util.stream.IntStream;

/** The runtime's own pool, one for each device. */
final class PooledPlacement implements Placement {

    private final Workload work;
    private final List<QueuePool> pools;

    PooledPlacement(Workload work, QueuePolicy policy, int queues, VirtualTime time) {
        this.work = work;
        this.pools = IntStream.range(0, work.devices().size())
                .mapToObj(device -> new QueuePool(queues, policy, index -> new VirtualQueue(time)))
                .toList();
    }

    @Override
    public QueueSlot acquire(int operation) {
        return pools.get(work.device(operation)).acquire();
    }

    @Override
    public boolean fits(int operation, QueueSlot bound) {
        return true;
    }

    @Override
    public List<QueueSlot> slots(int device) {
        return pools.get(device).slots();
    }

    @Override
    public String name(int device, int slot) {
        return Integer.toString(slot);
    }
}
