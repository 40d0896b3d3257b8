package io.headrace;

import io.headrace.queue.QueueSlot;
import io.headrace.spi.DriverQueue;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Frees device memory once nothing can use it any more.
 *
 * <p>Operations that were given a buffer are counted by its {@link Allocation}. Java kernels capture views, which nobody can
 * see; so a block waits for all Java kernels enqueued on the device before its close (rule 6), in two steps: when those have
 * ended, views of the block are barred, and when those that may have begun before that have ended as well, it is freed.
 * What was enqueued is known from the queues' indices and from {@link KernelGrace}, so that a launch pays nothing for this.
 * If the device is idle, all of it happens at once on the closing thread; else a thread of the library looks again and
 * again, at least every 10 ms, until it is done, and ends when there is nothing to free.
 */
final class Reclaimer {

    private static final System.Logger LOG = System.getLogger("io.headrace");
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private final String device;
    private final List<QueueSlot> queues;
    private final KernelGrace grace = new KernelGrace();
    private final LinkedBlockingQueue<Allocation> waiting = new LinkedBlockingQueue<>();
    private final Set<Allocation> live = ConcurrentHashMap.newKeySet();
    private @Nullable Thread thread;

    Reclaimer(String device, List<QueueSlot> queues) {
        this.device = device;
        this.queues = queues;
    }

    KernelGrace grace() {
        return grace;
    }

    /** Knows of a block, so that it is freed with the runtime if nobody closes it. */
    void allocated(Allocation allocation) {
        live.add(allocation);
    }

    /** Frees what nobody closed. Called when the device runs nothing any more and never will. */
    void freeAll() {
        bar(live);
        live.forEach(this::free);
    }

    private void free(Allocation allocation) {
        if (live.remove(allocation)) {
            allocation.memory().free();
        }
    }

    /** Frees a block that no operation was given any more, now or later. Never blocks. */
    void reclaim(Allocation allocation) {
        if (grace.isEmpty() && queuesAreIdle()) {
            bar(List.of(allocation));
            // Kernels that began since then were submitted after the close: nothing is lost if they are waited for.
            if (grace.isEmpty() && queuesAreIdle()) {
                free(allocation);
                return;
            }
        }
        waiting.add(allocation);
        startThread();
    }

    private synchronized void startThread() {
        if (thread == null && !waiting.isEmpty()) {
            thread = Thread.ofPlatform()
                    .name("headrace-reclaim-" + device)
                    .daemon()
                    .start(this::run);
        }
    }

    private void run() {
        try {
            List<Allocation> batch = new ArrayList<>();
            while (waiting.drainTo(batch) > 0) {
                int generation = grace.turn();
                awaitTrue(() -> grace.isEmpty(generation));
                awaitQueues();
                bar(batch);
                awaitQueues();
                batch.forEach(this::free);
                batch.clear();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "device=" + device + " cannot free buffers that were closed", e);
        } finally {
            synchronized (this) {
                thread = null;
            }
            startThread();
        }
    }

    /** Waits for all packets that the compute queues hold at this moment. */
    private void awaitQueues() {
        for (QueueSlot slot : queues) {
            DriverQueue queue = slot.queue();
            if (queue != null) {
                long last = queue.writeIndex();
                awaitTrue(() -> Device.hasEnded(queue, last));
            }
        }
    }

    private static void awaitTrue(BooleanSupplier condition) {
        for (long pause = 10_000; !condition.getAsBoolean(); pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS)) {
            LockSupport.parkNanos(pause);
        }
    }

    private boolean queuesAreIdle() {
        for (QueueSlot slot : queues) {
            DriverQueue queue = slot.queue();
            if (queue != null && queue.readIndex() != queue.writeIndex()) {
                return false;
            }
        }
        return true;
    }

    private static void bar(Iterable<Allocation> allocations) {
        for (Allocation allocation : allocations) {
            allocation.barred = true;
        }
        VarHandle.fullFence();
    }
}
