package io.headrace.cli.demo;

import io.headrace.Device;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of {@link TileSlot}s, made when they are first needed. It bounds the memory of the demo, however many
 * tiles there are. Safe for use from any thread.
 */
final class SlotPool implements AutoCloseable {

    /** Enough for several tiles on each of some queues; a slot takes about 2.7 MB. */
    static final int CAPACITY = 16;

    private final Device device;
    private final TilePasses passes;
    private final BlockingQueue<TileSlot> free = new LinkedBlockingQueue<>();
    private final List<TileSlot> all = new ArrayList<>();

    SlotPool(Device device, TilePasses passes) {
        this.device = device;
        this.passes = passes;
    }

    /** Takes a slot if that is possible without waiting; else returns {@code null}. */
    @Nullable
    TileSlot tryTake() {
        TileSlot slot = free.poll();
        return slot == null ? make() : slot;
    }

    /** Takes a slot, and waits for one if all are taken; returns {@code null} if none was given back in time. */
    @Nullable
    TileSlot take(Duration timeout) throws InterruptedException {
        TileSlot slot = tryTake();
        return slot == null ? free.poll(timeout.toNanos(), TimeUnit.NANOSECONDS) : slot;
    }

    /** Gives back a slot whose tile has finished. */
    void giveBack(TileSlot slot) {
        free.add(slot);
    }

    /** Closes all slots, given back or not. */
    @Override
    public synchronized void close() {
        all.forEach(TileSlot::close);
    }

    private synchronized @Nullable TileSlot make() {
        if (all.size() == CAPACITY) {
            return null;
        }
        TileSlot slot = new TileSlot(device, passes);
        all.add(slot);
        return slot;
    }
}
