package io.headrace.stress.runtime;

import io.headrace.Device;
import io.headrace.Queues;
import io.headrace.stress.Crew;
import java.util.stream.Stream;

/** The state in which nothing is in flight. */
final class Rest {

    private Rest() {}

    /** How many streams are bound to a compute queue. */
    static int users(Device device) {
        return device.queues().entries().stream().mapToInt(Queues.Entry::users).sum();
    }

    /** Waits until no queue has a user or a packet. */
    static void await(Device device) throws InterruptedException {
        Crew.until("nobody uses a queue: " + device.queues(), () -> {
            Queues queues = device.queues();
            return Stream.concat(queues.entries().stream(), queues.engines().stream())
                    .allMatch(queue -> queue.users() == 0 && queue.depth() == 0);
        });
    }
}
