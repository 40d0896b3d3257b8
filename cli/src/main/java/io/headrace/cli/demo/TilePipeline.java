package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.cli.CommandFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the edges of pictures on a device: a virtual thread for each picture, a stream for each tile.
 *
 * <p>A picture's thread cuts out tiles and enqueues them, up to its share of the slots ahead of the results it puts back; a
 * thread that holds slots never waits for another's, so all come to an end. Nothing waits for longer than the given patience
 * without a tile having finished meanwhile. One call of {@link #run} at a time.
 */
final class TilePipeline implements AutoCloseable {

    private final Device device;
    private final int streamLimit;
    private final Duration patience;
    private final TilePasses passes;
    private final SlotPool slots;
    private final AtomicLong finishedTiles = new AtomicLong();

    /**
     * Allocates nothing yet; compiles what the device runs in source form.
     *
     * @param streamLimit the most streams a run makes; 0 for one a tile
     * @param patience how long nothing may happen before a run gives up
     * @throws CommandFailure if the device runs the passes in none of their forms
     */
    TilePipeline(Device device, int streamLimit, Duration patience) {
        this.device = device;
        this.streamLimit = streamLimit;
        this.patience = patience;
        this.passes = TilePasses.of(device);
        this.slots = new SlotPool(device, passes);
    }

    /**
     * Computes all pictures.
     *
     * @return how many streams that took
     * @throws CommandFailure if nothing happens for too long
     * @throws io.headrace.error.HeadraceException if a tile fails
     */
    long run(List<EdgeJob> jobs) throws InterruptedException {
        try (TileStreams streams = new TileStreams(device, streamLimit, patience)) {
            Crew crew = new Crew(jobs, streams);
            try {
                crew.start();
                crew.await();
            } finally {
                crew.stop();
            }
            return streams.made();
        }
    }

    @Override
    public void close() {
        slots.close();
        passes.close();
    }

    /** The threads of one run. */
    private final class Crew {

        private final TileStreams streams;
        private final int share;
        private final List<Thread> threads;
        private final CountDownLatch unfinished;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Crew(List<EdgeJob> jobs, TileStreams streams) {
            this.streams = streams;
            this.share = Math.max(2, SlotPool.CAPACITY / Math.max(1, jobs.size()));
            this.unfinished = new CountDownLatch(jobs.size());
            this.threads = jobs.stream()
                    .map(job -> Thread.ofVirtual().name("picture").unstarted(() -> work(job)))
                    .toList();
        }

        void start() {
            threads.forEach(Thread::start);
        }

        /** Waits for all threads, and throws what the first that failed threw. */
        void await() throws InterruptedException {
            long before;
            do {
                before = finishedTiles.get();
                if (unfinished.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                    rethrow(failure.get());
                    return;
                }
            } while (finishedTiles.get() != before);
            throw stalled();
        }

        /** Tells threads that still run to end; has no effect on others. */
        void stop() {
            threads.forEach(Thread::interrupt);
        }

        private void work(EdgeJob job) {
            try {
                compute(job);
            } catch (Throwable e) {
                if (failure.compareAndSet(null, e)) {
                    stop();
                }
            } finally {
                unfinished.countDown();
            }
        }

        private void compute(EdgeJob job) throws InterruptedException {
            TileGrid grid = new TileGrid(job.picture().width(), job.picture().height());
            ArrayDeque<TileSlot> inFlight = new ArrayDeque<>();
            try {
                for (int i = 0; i < grid.count() && failure.get() == null; i++) {
                    TileSlot slot = nextSlot(inFlight);
                    TileSlot.Work work = new TileSlot.Work(job, grid.tile(i), streams.take());
                    inFlight.add(slot);
                    slot.begin(work);
                }
                while (!inFlight.isEmpty()) {
                    slots.giveBack(finishOldest(inFlight));
                }
            } finally {
                // Only after a failure is any left. Its slot may still be written to, so it is not given back.
                inFlight.forEach(slot -> streams.giveBack(slot.stream()));
            }
        }

        private TileSlot nextSlot(ArrayDeque<TileSlot> inFlight) throws InterruptedException {
            TileSlot slot = inFlight.size() < share ? slots.tryTake() : null;
            if (slot != null) {
                return slot;
            }
            return inFlight.isEmpty() ? awaitSlot() : finishOldest(inFlight);
        }

        private TileSlot awaitSlot() throws InterruptedException {
            long before;
            do {
                before = finishedTiles.get();
                TileSlot slot = slots.take(patience);
                if (slot != null) {
                    return slot;
                }
            } while (finishedTiles.get() != before);
            throw stalled();
        }

        private TileSlot finishOldest(ArrayDeque<TileSlot> inFlight) throws InterruptedException {
            TileSlot slot = inFlight.element();
            slot.finish(patience);
            streams.giveBack(inFlight.remove().stream());
            finishedTiles.incrementAndGet();
            return slot;
        }
    }

    private CommandFailure stalled() {
        return new CommandFailure(
                "no tile finished for seconds=" + patience.toSeconds() + "; look at the load of " + device.id());
    }

    private static void rethrow(@Nullable Throwable failure) throws InterruptedException {
        switch (failure) {
            case null -> {}
            case InterruptedException interrupted -> throw interrupted;
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }
}
