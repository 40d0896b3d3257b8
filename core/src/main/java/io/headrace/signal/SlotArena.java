package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A block of slots, and which of them are taken. Lock-free. */
final class SlotArena extends SlotHome {

    static final int BYTES = 64 * 1024;
    static final int SLOTS = BYTES / SLOT_BYTES;

    private static final int WORDS = SLOTS / Long.SIZE;
    private static final long ALL_TAKEN = -1;
    private static final VarHandle TAKEN = MethodHandles.arrayElementVarHandle(long[].class);

    /** Whether the pool's list of arenas with room has it (or is about to); kept by {@link SignalPool}. */
    final AtomicBoolean listed = new AtomicBoolean();

    /** Whether the pool's list of arenas to retire has it; kept by {@link SignalPool}. */
    final AtomicBoolean queuedToRetire = new AtomicBoolean();

    final int number;
    private final SignalPool pool;
    private final ArenaSource source;

    /** A bit for each slot. */
    private final long[] taken = new long[WORDS];

    /**
     * Makes the arena's host side.
     *
     * @param number tells the arena from the pool's others; lower ones are filled first
     */
    SlotArena(SignalPool pool, ArenaSource source, int number, long address) {
        super(address, SLOTS, source.isHostMemory());
        this.pool = pool;
        this.source = source;
        this.number = number;
    }

    /** Makes a signal in a free slot; {@code null} if there is none. */
    @Nullable
    Signal create(long initial) {
        int slot = claim();
        if (slot < 0) {
            return null;
        }
        long at = slotAddress(slot);
        source.fill(at, initial);
        Signal signal = new Signal(this, at, source.access());
        setMember(slot, signal);
        return signal;
    }

    @Override
    void recycle(long at) {
        pool.recycle(this, at);
    }

    @Override
    long busyNanos() {
        return pool.busyNanos();
    }

    /** Frees a slot; its signal is closed and nothing uses it any more. */
    void free(long at) {
        int slot = slotOf(at);
        setMember(slot, null);
        source.clear(at);
        TAKEN.getAndBitwiseAnd(taken, slot / Long.SIZE, ~(1L << slot));
    }

    boolean hasRoom() {
        for (int word = 0; word < WORDS; word++) {
            if ((long) TAKEN.getVolatile(taken, word) != ALL_TAKEN) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        for (int word = 0; word < WORDS; word++) {
            if ((long) TAKEN.getVolatile(taken, word) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Takes every slot at once, for good; {@code false}, with nothing changed, if one is in use. */
    boolean retire() {
        for (int word = 0; word < WORDS; word++) {
            if (!TAKEN.compareAndSet(taken, word, 0L, ALL_TAKEN)) {
                while (--word >= 0) {
                    TAKEN.setVolatile(taken, word, 0L);
                }
                return false;
            }
        }
        return true;
    }

    private int claim() {
        // Threads begin at different words, to get into each other's way less often.
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < WORDS; i++) {
            int word = (first + i) & (WORDS - 1);
            long seen;
            while ((seen = (long) TAKEN.getVolatile(taken, word)) != ALL_TAKEN) {
                long free = Long.lowestOneBit(~seen);
                if (TAKEN.compareAndSet(taken, word, seen, seen | free)) {
                    return word * Long.SIZE + Long.numberOfTrailingZeros(free);
                }
            }
        }
        return -1;
    }
}
