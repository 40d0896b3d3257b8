package io.headrace.cli.bench;

/**
 * Two threads that hand a number over and back, and nothing else. Both wait as the library does: spin, then spin with yields,
 * then park. This is what a launch and its await would take if a launch cost nothing.
 */
final class HandOver implements AutoCloseable {

    /** How long the library's own threads spin before they park. */
    private static final long SERVER_BUSY_NANOS = 50_000;

    private static final long END = Long.MAX_VALUE;

    private final Mailbox there = new Mailbox();
    private final Mailbox back = new Mailbox();
    private final long busyNanos;
    private long trips;

    /**
     * Starts the other thread.
     *
     * @param busyNanos how long the caller spins before it parks
     */
    HandOver(long busyNanos) {
        this.busyNanos = busyNanos;
        Thread.ofPlatform().daemon().name("headrace-bench-hand-over").start(this::serve);
    }

    /** Hands a number over and waits until it is back. */
    void run() throws InterruptedException {
        long trip = ++trips;
        there.put(trip);
        back.await(trip, busyNanos);
    }

    /** Ends the other thread. */
    @Override
    public void close() {
        there.put(END);
    }

    private void serve() {
        try {
            for (long trip = 1; ; trip++) {
                there.await(trip, SERVER_BUSY_NANOS);
                if (there.last() == END) {
                    return;
                }
                back.put(trip);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }
}
