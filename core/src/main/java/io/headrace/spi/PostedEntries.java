package io.headrace.spi;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * What was posted to a queue's thread ({@link DriverQueue#post}) and has not run. Entries run one at a time, in the order they were
 * posted. For drivers.
 */
public final class PostedEntries {

    /** Entries may post others; packets get their turn in between. */
    private static final int MOST_AT_ONCE = 256;

    private final ConcurrentLinkedQueue<Runnable> entries = new ConcurrentLinkedQueue<>();

    /** Makes an empty list. */
    public PostedEntries() {}

    /** Appends an entry; from any thread. */
    public void add(Runnable entry) {
        entries.add(entry);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * For the queue's thread: runs what is there, up to the first entry that posted itself again, since it waits for a packet
     * to end, perhaps.
     *
     * @return whether something ran
     */
    @SuppressWarnings("ReferenceEquality") // the very same entry
    public boolean runSome() {
        Runnable first = entries.peek();
        int ran = 0;
        while (ran < MOST_AT_ONCE) {
            Runnable entry = entries.peek();
            if (entry == null || (ran > 0 && entry == first)) {
                break;
            }
            entries.poll();
            entry.run();
            ran++;
        }
        return ran > 0;
    }

    /** Takes an entry back; {@code false} if it is not there any more. */
    public boolean remove(Runnable entry) {
        return entries.remove(entry);
    }

    /** For the queue's thread at its end: runs what is left, whatever an entry throws. */
    public void runRest(Consumer<Throwable> failures) {
        for (Runnable entry = entries.poll(); entry != null; entry = entries.poll()) {
            try {
                entry.run();
            } catch (Throwable t) {
                failures.accept(t);
            }
        }
    }
}
