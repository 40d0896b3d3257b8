package io.headrace.host;

import io.headrace.kernel.JavaKernel;

/**
 * Runs launches on a packet processor's thread, with help if they are large. One for each queue.
 *
 * <p>What "large" is depends on the kernel, so that now and then the first part of a launch is timed. A launch that is
 * expected to be short runs as it is: waking a helper takes longer than it can save.
 */
final class LaunchRunner {

    /** The most items of a chunk: enough to forget its cost, and the loop is entered often enough to be compiled whole. */
    static final long MOST_CHUNK_ITEMS = 1 << 16;

    /** How long a chunk shall take at most, so that helpers end at about the same time. */
    private static final float CHUNK_NANOS = 50_000;

    /** How long a launch must take to be worth help. */
    private static final float SPLIT_NANOS = 100_000;

    /** How long the first part of a launch is timed at least. */
    private static final long TIMED_NANOS = 20_000;

    /** One of so many short launches is timed, to notice that a kernel has become slow. */
    private static final int TIMED_OF = 16;

    private final Workers workers;
    private int random = 1;

    LaunchRunner(Workers workers) {
        this.workers = workers;
    }

    /** Runs all items, and returns when they have ended. Throws what the kernel threw. */
    void run(HostKernel code, JavaKernel kernel, Grid grid, Doorbell doorbell) {
        long items = grid.items();
        if (items == 1) {
            code.loop().run(kernel, grid, 0, 1);
        } else if (!workers.haveHelpers() || isShort(code, items) && !isTimed()) {
            runAlone(code, kernel, grid, 0);
        } else {
            long done = runTimed(code, kernel, grid);
            if (isShort(code, items - done)) {
                runAlone(code, kernel, grid, done);
            } else {
                split(code, kernel, grid, done, doorbell);
            }
        }
    }

    private static boolean isShort(HostKernel code, long items) {
        float itemNanos = code.itemNanos();
        return items == 0 || itemNanos != 0 && itemNanos * items < SPLIT_NANOS;
    }

    /** Random, so that no kernel in a repeated sequence is always left out. */
    private boolean isTimed() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return random % TIMED_OF == 0;
    }

    private static void runAlone(HostKernel code, JavaKernel kernel, Grid grid, long from) {
        long items = grid.items();
        for (long begin = from; begin < items; ) {
            long end = begin + Math.min(MOST_CHUNK_ITEMS, items - begin);
            code.loop().run(kernel, grid, begin, end);
            begin = end;
        }
    }

    /** Runs growing parts until their time says how long an item takes. Returns how many items have run. */
    private static long runTimed(HostKernel code, JavaKernel kernel, Grid grid) {
        long items = grid.items();
        long part = Math.clamp(items / 64, 1, MOST_CHUNK_ITEMS);
        long start = System.nanoTime();
        long begin = 0;
        while (true) {
            long end = begin + Math.min(part, items - begin);
            code.loop().run(kernel, grid, begin, end);
            long now = System.nanoTime();
            if (now - start >= TIMED_NANOS || end == items) {
                code.measured(Math.max(1, now - start) / (float) end);
                return end;
            }
            begin = end;
            part = Math.min(2 * part, MOST_CHUNK_ITEMS);
        }
    }

    private void split(HostKernel code, JavaKernel kernel, Grid grid, long from, Doorbell doorbell) {
        long chunk = Math.clamp((long) (CHUNK_NANOS / code.itemNanos()), 1, MOST_CHUNK_ITEMS);
        workers.run(new SplitWork(
                (begin, end) -> code.loop().run(kernel, grid, begin, end), grid.items(), from, chunk, doorbell));
    }
}
