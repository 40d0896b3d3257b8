package io.headrace.cli.bench;

/** How much of the heap is in use. */
final class HeapUse {

    private static final int COLLECTIONS = 3;

    private HeapUse() {}

    /** Bytes in use after the collector has run: what it finds only after cleaners have run goes with a later run. */
    static long afterCollection() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(10);
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
