package io.headrace.tck;

import io.headrace.Device;
import io.headrace.Queues;
import java.util.List;

/** Reads what tests ask of a device's queues. */
final class QueueUse {

    private QueueUse() {}

    /** The users of each queue that exists, by index. */
    static List<Integer> users(Device device) {
        return device.queues().entries().stream().map(Queues.Entry::users).toList();
    }

    static int allUsers(Device device) {
        return users(device).stream().mapToInt(Integer::intValue).sum();
    }

    static int created(Device device) {
        return device.queues().created();
    }

    /** The operations each queue that exists has taken, by index. */
    static List<Long> operations(Device device) {
        return device.queues().entries().stream().map(Queues.Entry::operations).toList();
    }

    static long allOperations(Device device) {
        return operations(device).stream().mapToLong(Long::longValue).sum();
    }
}
