package io.headrace.signal;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * Signals that were made together, in slots next to each other: what devices and other processes need who get one address
 * for many. Its members are signals like all others, and are closed one by one or all together; the memory stays theirs
 * until the last one is closed and released. A closed member keeps its place here. Safe for use from any thread.
 *
 * <p>Which batch is shared is decided when it is made: one that exists cannot be exported later. A signal's handle is the
 * address of its slot, which devices and this process use already, and memory cannot become a file's and keep its address.
 *
 * <p>A batch may be shared between processes ({@link SignalPool#shareBatch}, {@link SignalPool#attachBatch}): each has
 * members of its own for the same slots, which are closed in each, and a store in one process ends waits in all.
 *
 * <p>The member of number n has its slot 128 n bytes after that of number 0, which is the first of a page of 4,096 bytes
 * that nobody else's signals are in.
 */
public final class SignalBatch implements Iterable<Signal>, AutoCloseable {

    /** How many members a batch may have: what fits into 2 GiB. */
    static final int MOST = 1 << 24;

    private final BatchArena arena;

    SignalBatch(BatchArena arena) {
        this.arena = arena;
    }

    /**
     * The member of a number.
     *
     * @throws IndexOutOfBoundsException if the number is not from 0 to {@link #size} - 1
     */
    public Signal get(int number) {
        return arena.get(Objects.checkIndex(number, size()));
    }

    /** How many members there are, the closed ones included. */
    public int size() {
        return arena.slots();
    }

    /** The members in the order of their numbers, the closed ones included. */
    @Override
    public Iterator<Signal> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public Signal next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the batch has no more members: size=" + size());
                }
                return get(next++);
            }
        };
    }

    /** Closes each member, as {@link Signal#close} does. Returns at once; closing again has no effect. */
    @Override
    public void close() {
        arena.closeMembers();
    }

    /**
     * Whether this is a batch of another process that the other one has closed, or that it can no longer close because it
     * has ended. The members here can be used all the same until they are closed. Asks the system, so not for each use.
     */
    public boolean isOwnerGone() {
        return arena.isOwnerGone();
    }

    @Override
    public String toString() {
        return "SignalBatch[handle=0x" + Long.toHexString(arena.address) + ", size=" + size() + "]";
    }
}
