package io.headrace.signal;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A batch's arena, all slots of which are taken at once and given back at once: a slot has one life. Lives until the last
 * member was closed and released by all who retained it.
 */
final class BatchArena extends SlotHome {

    private final SignalPool pool;
    private final ArenaSource source;

    /** The members whose slots are still in use. */
    private final AtomicInteger living;

    private BatchArena(SignalPool pool, ArenaSource source, long address, int count) {
        super(address, count, source.isHostMemory());
        this.pool = pool;
        this.source = source;
        this.living = new AtomicInteger(count);
    }

    /**
     * Makes an arena with its signals, which handles lead to.
     *
     * @param count at least 1
     * @throws io.headrace.error.HeadraceException if there is no memory; nothing is left behind
     */
    static BatchArena create(SignalPool pool, ArenaSource source, int count, long initial) {
        long bytes = bytes(count);
        long address = source.take(bytes);
        int filled = 0;
        try {
            BatchArena arena = new BatchArena(pool, source, address, count);
            for (; filled < count; filled++) {
                long at = arena.slotAddress(filled);
                source.fill(at, initial);
                arena.setMember(filled, new Signal(arena, at, source.access()));
            }
            source.filled();
            arena.show();
            return arena;
        } catch (RuntimeException | Error failure) {
            for (int slot = 0; slot < filled; slot++) {
                source.clear(address + (long) slot * SlotLayout.SLOT_BYTES);
            }
            source.giveBack(address, bytes);
            throw failure;
        }
    }

    /** The signal of a slot; it may be closed. */
    Signal get(int slot) {
        return Objects.requireNonNull(member(slot));
    }

    /** Whether the members are another process's, which has no more to do with them. */
    boolean isOwnerGone() {
        return source instanceof SharedSlots shared && shared.isOwnerGone();
    }

    /** How many members are not yet closed and released. */
    int living() {
        return living.get();
    }

    @Override
    void recycle(long at) {
        source.clear(at);
        if (living.decrementAndGet() == 0) {
            hide();
            source.giveBack(address, bytes(slots()));
            pool.batchEnded(this);
        }
    }

    @Override
    long busyNanos() {
        return pool.busyNanos();
    }
}
