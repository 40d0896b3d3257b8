package io.headrace.signal;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.SharingException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes signals in arenas of slots, one by one or in batches, and takes the slots back. Bounded by the signals that live: an
 * arena without any goes back to the process's idle ones as soon as more than another arena's worth of slots is free. Safe
 * for use from any thread; {@link #create} takes a lock only to add an arena, closing and storing take none.
 */
public final class SignalPool implements AutoCloseable {

    private final ArenaSource source;
    private final long busyNanos;
    private final int initialArenas;

    /** The arenas that may have room, by number. */
    private final ConcurrentSkipListMap<Integer, SlotArena> withRoom = new ConcurrentSkipListMap<>();

    /** Arenas that became empty; some may have been filled again. */
    private final Queue<SlotArena> empty = new ConcurrentLinkedQueue<>();

    private final Set<SlotArena> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger arenas = new AtomicInteger();
    private final AtomicInteger live = new AtomicInteger();
    private final Set<BatchArena> batches = ConcurrentHashMap.newKeySet();
    private final ReentrantLock growing = new ReentrantLock();
    private int nextNumber;
    private volatile boolean closed;

    /**
     * Makes a pool in host memory.
     *
     * @param initialSignals for how many signals memory is taken at once and kept; 0 or more
     * @param busyNanos how long a wait for a signal of this pool spins before it parks; 0 or more
     * @throws ResourcesExhaustedException if there is no memory for them; nothing is left behind
     */
    public SignalPool(int initialSignals, long busyNanos) {
        this(initialSignals, busyNanos, HostArenas.INSTANCE);
    }

    SignalPool(int initialSignals, long busyNanos, ArenaSource source) {
        if (initialSignals < 0 || busyNanos < 0) {
            throw new IllegalArgumentException(
                    "neither may be negative: initialSignals=" + initialSignals + " busyNanos=" + busyNanos);
        }
        this.source = source;
        this.busyNanos = busyNanos;
        this.initialArenas = Math.ceilDiv(initialSignals, SlotArena.SLOTS);
        try {
            for (int i = 0; i < initialArenas; i++) {
                addArena();
            }
        } catch (HeadraceException failure) {
            close();
            throw failure;
        }
    }

    /**
     * Makes a signal.
     *
     * @param initial its value
     * @throws ResourcesExhaustedException if there is no memory for it; nothing changed
     * @throws ClosedException if the pool is closed
     */
    public Signal create(long initial) {
        for (; ; ) {
            throwIfClosed();
            Map.Entry<Integer, SlotArena> first = withRoom.firstEntry();
            if (first == null) {
                grow();
                continue;
            }
            Signal signal = first.getValue().create(initial);
            if (signal == null) {
                unlist(first.getValue());
                continue;
            }
            live.incrementAndGet();
            if (closed) {
                signal.close();
                continue;
            }
            return signal;
        }
    }

    /**
     * Makes signals next to each other in memory. They share no page with others.
     *
     * @param count how many, at least 1
     * @param initial the value of each
     * @throws IllegalArgumentException if there would be none
     * @throws ResourcesExhaustedException if there is no memory for them, or they are more than 16,777,216; nothing is left behind
     * @throws ClosedException if the pool is closed
     */
    public SignalBatch createBatch(int count, long initial) {
        return createBatch(count, initial, source);
    }

    /**
     * Makes signals next to each other in a device's own memory, as {@link #createBatch(int, long)} does in the host's.
     *
     * @param count how many, at least 1
     * @param initial the value of each
     * @param memory has room for them
     * @throws IllegalArgumentException if there would be none
     * @throws ResourcesExhaustedException if there is no memory for them, or they are more than 16,777,216; nothing is left behind
     * @throws ClosedException if the pool is closed
     */
    public SignalBatch createBatch(int count, long initial, SignalMemory memory) {
        return createBatch(count, initial, new DeviceArena(memory));
    }

    private SignalBatch createBatch(int count, long initial, ArenaSource where) {
        checkCount(count);
        BatchArena batch = addBatch(count, initial, where);
        if (closed) {
            batch.closeMembers();
            throwIfClosed();
        }
        return new SignalBatch(batch);
    }

    /**
     * Makes signals that other processes can attach under a file's name.
     *
     * <p>The file is made, with access for this user only; whatever is there already is left alone. It lives as long as the
     * signals: it is deleted when the last of them is closed and released. If the process ends without that, the file stays
     * and cannot be attached any more, and must be deleted by hand. Processes that have attached it go on in either case, and
     * see it by {@link SignalBatch#isOwnerGone}. Nobody may cut the file: a use of a
     * signal then fails as best the virtual machine can, or ends the process.
     *
     * @param file its name, on a local file system with hard links
     * @param count how many, at least 1
     * @param initial the value of each
     * @throws IllegalArgumentException if there would be none, or the path names no file
     * @throws SharingException if there is such a file already, or it cannot be made; nothing is left behind
     * @throws ResourcesExhaustedException if there is no memory for them, or they are more than 16,777,216; nothing is left behind
     * @throws ClosedException if the pool is closed
     */
    public SignalBatch shareBatch(Path file, int count, long initial) {
        Path whole = SharedFiles.absolute(file);
        checkCount(count);
        OwnedSlots slots = OwnedSlots.create(whole, count);
        SignalBatch batch = new SignalBatch(addBatch(count, initial, slots));
        closeUnless(batch, () -> {
            batch.forEach(Signal::share);
            slots.publish();
        });
        return batch;
    }

    /**
     * The signals that another process has made under a file's name ({@link #shareBatch}). Each call gives members of its own,
     * which are to be closed: that changes nothing in other processes, nor for who attached the file a second time. What the
     * owner has closed already is closed here from the start. The file must be of the user of this process, also if that is an
     * administrator, and the very one that was made, by whatever link: a copy is refused, since no store to it would reach
     * anybody. (Where file systems number their files; elsewhere a copy passes for the file of a process that lives.)
     *
     * @throws SharingException if there are none to be had: the message says why, and what to do; nothing is left behind
     * @throws ResourcesExhaustedException if there is no memory for them; nothing is left behind
     * @throws ClosedException if the pool is closed
     */
    public SignalBatch attachBatch(Path file) {
        Path whole = SharedFiles.absolute(file);
        throwIfClosed();
        AttachedSlots slots = AttachedSlots.open(whole);
        SignalBatch batch = new SignalBatch(addBatch(slots.count(), 0, slots));
        closeUnless(batch, () -> {
            batch.forEach(Signal::share);
            for (int number = 0; number < batch.size(); number++) {
                if (slots.isClosedByOwner(number)) {
                    batch.get(number).close();
                }
            }
            slots.throwIfOwnerGone();
        });
        return batch;
    }

    /** How many signals live: made, and not yet closed and released by all who retained them. Exact at rest. */
    public int live() {
        long all = live.get();
        for (BatchArena batch : batches) {
            all += batch.living();
        }
        return (int) Math.min(all, Integer.MAX_VALUE);
    }

    /** How many batches have a signal that lives. Exact at rest. */
    public int batches() {
        return batches.size();
    }

    /** How many arenas of 64 KiB the pool has, for signals that are in no batch. */
    public int arenas() {
        return arenas.get();
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Closes each signal that lives, and makes no new ones. Arenas go back when the last signal in them was released.
     * Returns at once; closing again has no effect.
     */
    @Override
    public void close() {
        closed = true;
        for (SlotArena arena : all) {
            arena.closeMembers();
            retireLater(arena);
        }
        retireEmptyOnes();
        batches.forEach(BatchArena::closeMembers);
        ForeignStores.INSTANCE.endIfIdle();
    }

    long busyNanos() {
        return busyNanos;
    }

    /** Takes back the slot of a closed signal that nothing uses any more. */
    void recycle(SlotArena arena, long address) {
        arena.free(address);
        live.decrementAndGet();
        list(arena);
        if (arena.isEmpty()) {
            retireLater(arena);
        }
        retireEmptyOnes();
    }

    /** The last member of a batch has gone. */
    void batchEnded(BatchArena batch) {
        batches.remove(batch);
    }

    private void checkCount(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a batch has at least one signal: count=" + count);
        }
        throwIfClosed();
        if (count > SignalBatch.MOST) {
            throw new ResourcesExhaustedException("a batch cannot have so many signals: count=" + count + " limit="
                    + SignalBatch.MOST + "; make several batches");
        }
    }

    private void closeUnless(SignalBatch batch, Runnable rest) {
        boolean done = false;
        try {
            rest.run();
            throwIfClosed();
            done = true;
        } finally {
            if (!done) {
                batch.close();
            }
        }
    }

    private BatchArena addBatch(int count, long initial, ArenaSource where) {
        try {
            BatchArena batch = BatchArena.create(this, where, count, initial);
            try {
                batches.add(batch);
            } catch (OutOfMemoryError noMemory) {
                batch.closeMembers();
                throw noMemory;
            }
            if (batch.living() == 0) {
                // Somebody guessed the handles, and was too early to take it off the list.
                batches.remove(batch);
            }
            return batch;
        } catch (HeadraceException | OutOfMemoryError noMemory) {
            throw new ResourcesExhaustedException(
                    "there is no memory for a batch of signals: count=" + count + " bytes=" + SlotHome.bytes(count)
                            + " live=" + live() + " batches=" + batches()
                            + "; close signals that are no longer needed, or make a smaller batch",
                    noMemory);
        }
    }

    private void grow() {
        growing.lock();
        try {
            if (!listAnyWithRoom() && !closed) {
                addArena();
            }
        } catch (ResourcesExhaustedException failure) {
            // Slots that are taken and freed all the time can hide the free one from who looks at one after the other.
            if (live.get() >= arenas.get() * SlotArena.SLOTS) {
                throw failure;
            }
        } finally {
            growing.unlock();
        }
        if (closed) {
            retireEmptyOnes();
        }
    }

    /** Finds arenas that lost their place in the list to a race between who took the last slot and who freed one. */
    private boolean listAnyWithRoom() {
        for (SlotArena arena : all) {
            if (arena.hasRoom()) {
                list(arena);
                return true;
            }
        }
        return false;
    }

    private void addArena() {
        long address;
        try {
            address = source.take(SlotArena.BYTES);
        } catch (HeadraceException noMemory) {
            throw new ResourcesExhaustedException(
                    "there is no memory for more signals: live=" + live() + " arenas=" + arenas()
                            + "; close signals that are no longer needed",
                    noMemory);
        }
        SlotArena arena = shown(address);
        all.add(arena);
        arenas.incrementAndGet();
        list(arena);
        retireLater(arena);
    }

    private SlotArena shown(long address) {
        try {
            SlotArena arena = new SlotArena(this, source, nextNumber++, address);
            arena.show();
            return arena;
        } catch (RuntimeException | Error failure) {
            source.giveBack(address, SlotArena.BYTES);
            throw failure;
        }
    }

    private void list(SlotArena arena) {
        if (!arena.listed.get() && arena.listed.compareAndSet(false, true)) {
            withRoom.put(arena.number, arena);
        }
    }

    private void unlist(SlotArena arena) {
        withRoom.remove(arena.number);
        arena.listed.set(false);
    }

    private void retireLater(SlotArena arena) {
        if (arena.queuedToRetire.compareAndSet(false, true)) {
            empty.add(arena);
        }
    }

    /** Every change that can make an arena superfluous is followed by this call, so that at rest none is. */
    private void retireEmptyOnes() {
        for (int have = arenas.get(); isOneTooMany(have) && !empty.isEmpty(); have = arenas.get()) {
            if (arenas.compareAndSet(have, have - 1) && !retireOne()) {
                arenas.incrementAndGet();
            }
        }
    }

    private boolean isOneTooMany(int have) {
        return closed ? have > 0 : have > initialArenas && (have - 2L) * SlotArena.SLOTS >= live.get();
    }

    private boolean retireOne() {
        SlotArena arena = empty.poll();
        if (arena == null) {
            return false;
        }
        arena.queuedToRetire.set(false);
        if (!arena.retire()) {
            // Who freed the last slot meanwhile may have seen the others taken, by the attempt.
            if (arena.isEmpty()) {
                retireLater(arena);
            }
            return false;
        }
        withRoom.remove(arena.number);
        all.remove(arena);
        arena.hide();
        source.giveBack(arena.address, SlotArena.BYTES);
        return true;
    }

    private void throwIfClosed() {
        if (closed) {
            throw new ClosedException("the signals' runtime is closed; open the runtime again");
        }
    }
}
