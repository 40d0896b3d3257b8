package io.headrace;

import io.headrace.queue.QueuePolicy;
import java.util.List;

/**
 * The hardware queues of a device as they were at one moment. Exact while nothing is submitted or completed.
 *
 * @param policy how queues are chosen
 * @param limit the most compute queues there may be
 * @param entries the compute queues that exist, by index
 * @param engines the queues of the copy engines that exist, by index
 */
public record Queues(QueuePolicy policy, int limit, List<Entry> entries, List<Entry> engines) {

    public Queues {
        entries = List.copyOf(entries);
        engines = List.copyOf(engines);
    }

    /** How many compute queues exist. None is ever destroyed while the runtime is open, so this is how many were created. */
    public int created() {
        return entries.size();
    }

    /**
     * One queue.
     *
     * @param index its index, from 0
     * @param users how many streams are bound to it
     * @param usersMax the largest number of users there ever was at a time
     * @param operations how many packets it took in all
     * @param depth how many packets it holds that have not ended
     * @param size how many packets its ring holds
     */
    public record Entry(int index, int users, int usersMax, long operations, long depth, int size) {}
}
