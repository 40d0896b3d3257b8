package io.headrace.host;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work in chunks, a launch or a fill, that its packet processor (the owner) and helpers take one after the other. It ends when all
 * chunks that were taken have ended; once an item has failed no more chunks are taken.
 */
final class SplitWork {

    /** Runs some of the items. */
    @FunctionalInterface
    interface Items {

        /** Runs the items from {@code begin} to the one before {@code end}. */
        void run(long begin, long end);
    }

    private final Items all;
    private final long items;
    private final long chunk;
    private final Doorbell owner;
    private final AtomicLong taken;
    private final AtomicInteger helpers = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param all runs any of them
     * @param items how many there are
     * @param from the first item that has not run
     * @param chunk how many items a chunk has
     * @param owner the doorbell of the thread that will wait for the helpers
     */
    SplitWork(Items all, long items, long from, long chunk, Doorbell owner) {
        this.all = all;
        this.items = items;
        this.chunk = chunk;
        this.owner = owner;
        taken = new AtomicLong(from);
    }

    /** Whether there are chunks that nobody has taken. */
    boolean hasChunks() {
        return taken.get() < items;
    }

    /** Runs one chunk. Returns {@code false} if there was none. */
    boolean runChunk() {
        long begin = take();
        if (begin >= items) {
            return false;
        }
        try {
            all.run(begin, begin + Math.min(chunk, items - begin));
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
            taken.set(items);
        }
        return true;
    }

    /** Not by adding: near the largest number of items a sum would run over. */
    private long take() {
        long begin;
        do {
            begin = taken.get();
        } while (begin < items && !taken.compareAndSet(begin, begin + Math.min(chunk, items - begin)));
        return begin;
    }

    /** For a helper: runs one chunk. */
    boolean help() {
        helpers.incrementAndGet();
        try {
            return runChunk();
        } finally {
            if (helpers.decrementAndGet() == 0 && !hasChunks()) {
                owner.ring();
            }
        }
    }

    /** For the owner, when it finds no more chunks: waits for those that helpers run. Throws what an item threw. */
    void awaitHelpers() {
        BooleanSupplier alone = () -> helpers.get() == 0;
        while (!alone.getAsBoolean()) {
            if (!Backoff.await(alone, Backoff.NANOS, true)) {
                owner.sleep(alone);
            }
        }
        Throwable failed = failure.get();
        if (failed != null) {
            if (failed instanceof RuntimeException exception) {
                throw exception;
            }
            throw (Error) failed; // loops throw nothing else
        }
    }
}
