package io.headrace.sim.replay;

import io.headrace.queue.QueueSlot;
import java.util.List;

/** Who says which queue a stream gets. */
interface Placement {

    /** The queue for a stream that is about to be bound because of an operation; it has one more user. */
    QueueSlot acquire(int operation);

    /** Whether an operation can go where its stream is bound. */
    boolean fits(int operation, QueueSlot bound);

    /** All queues of a device, in order. */
    List<QueueSlot> slots(int device);

    /** What a queue of a device is called. */
    String name(int device, int slot);
}
