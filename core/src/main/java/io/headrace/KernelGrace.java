package io.headrace;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the Java kernels that streams hold on the host side, in two generations, so that one can wait until all that were
 * held at some moment have left. (Those in a queue need no count: the queue's indices tell.)
 */
final class KernelGrace {

    private final AtomicLong[] held = {new AtomicLong(), new AtomicLong()};
    private volatile int generation;

    /** A kernel is held from now on; gives the generation to leave. */
    int enter() {
        for (; ; ) {
            int current = generation;
            held[current].incrementAndGet();
            if (generation == current) {
                return current;
            }
            // The generation was closed in between and may have been found empty already.
            held[current].decrementAndGet();
        }
    }

    /** The kernel is in a queue, or will never run. */
    void leave(int entered) {
        held[entered].decrementAndGet();
    }

    boolean isEmpty() {
        return held[0].get() == 0 && held[1].get() == 0;
    }

    /** Starts a new generation and gives the one before. Called by one thread, when that before is empty. */
    int turn() {
        int before = generation;
        generation = 1 - before;
        return before;
    }

    boolean isEmpty(int turned) {
        return held[turned].get() == 0;
    }
}
