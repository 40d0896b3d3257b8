package io.headrace.acc;

import io.headrace.Buffer;
import io.headrace.error.HeadraceException;
import io.headrace.error.NotPresentException;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What host memory is present on a device, and who keeps it so.
 *
 * <p>Looking up takes no lock. Changes take one for a moment, never while memory is allocated or freed, or something is
 * enqueued or waited for: a range whose data is being brought or taken is <em>busy</em> meanwhile, which makes those wait
 * who want to change the same range, and nobody else. A range that is being brought is not present yet; one that is being
 * taken still is. If the bringing or taking fails, the table is as it was before.
 */
final class PresentTable {

    private final PresentRanges ranges = new PresentRanges();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();

    /**
     * What a range is inside of; {@code null} if nothing of it is present. Takes no lock.
     *
     * @throws NotPresentException if it is present in part
     */
    @Nullable
    Present find(HostRange range) {
        Present present = ranges.meeting(range);
        if (present == null || !present.isReady() || !present.range().isThereWith(range)) {
            return null;
        }
        checkCovers(present, range);
        return present;
    }

    /**
     * Whether the whole of a range is present; of an empty one, whether its first byte is. Takes no lock.
     */
    boolean isPresent(HostRange range) {
        Present present = ranges.meeting(range);
        return present != null
                && present.isReady()
                && present.range().isThereWith(range)
                && present.range().covers(range);
    }

    /**
     * Counts a range; one that is absent becomes present first.
     *
     * @param bring brings the data of a range that is absent
     * @throws NotPresentException if it is present in part
     */
    Entered enter(HostRange range, Hold hold, Supplier<Arrival> bring) {
        Present present;
        lock.lock();
        try {
            Present found = settled(range);
            if (found != null) {
                found.hold(hold);
                return new Entered(found, false);
            }
            present = Present.arriving(range);
            ranges.add(present);
        } finally {
            lock.unlock();
        }
        Arrival arrival = null;
        try {
            arrival = bring.get();
            return new Entered(present, true);
        } finally {
            settle(present, hold, arrival);
        }
    }

    private void settle(Present present, Hold hold, @Nullable Arrival arrival) {
        lock.lock();
        try {
            if (arrival == null) {
                remove(present);
            } else {
                present.arrived(arrival);
                present.hold(hold);
            }
            present.busy(false);
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts a range of which the whole is present.
     *
     * @throws NotPresentException if it is not
     */
    Present holdPresent(HostRange range, Hold hold) {
        lock.lock();
        try {
            Present found = settled(range);
            if (found == null) {
                throw notPresent(range);
            }
            found.hold(hold);
            return found;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes back a dynamic count, or all of them; with the last one of both kinds the range becomes absent. Nothing happens if
     * there is none, or the range is absent.
     *
     * @param take is called before a range becomes absent, with its memory for the range asked for
     * @throws NotPresentException if the range is present in part
     */
    void exit(HostRange range, boolean all, Consumer<Buffer> take) {
        lock.lock();
        try {
            Present found = settled(range);
            if (found != null) {
                release(found, Hold.DYNAMIC, all, () -> take.accept(found.slice(range)));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes back a structured count; with the last one of both kinds the range becomes absent.
     *
     * @param take is called before a range becomes absent, with its memory for the range asked for
     */
    void exit(Present present, HostRange range, Consumer<Buffer> take) {
        lock.lock();
        try {
            awaitSettled(present, range);
            if (!present.isGone()) {
                release(present, Hold.STRUCTURED, false, () -> take.accept(present.slice(range)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a count that was not to be, also if the thread is interrupted. */
    void takeBack(Present present, Hold hold) {
        lock.lock();
        try {
            while (present.isBusy()) {
                settled.awaitUninterruptibly();
            }
            if (present.count(hold) > 0) {
                release(present, hold, false, () -> {});
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called with the lock, which is given up while data is taken. */
    private void release(Present present, Hold hold, boolean all, Runnable take) {
        if (!present.wouldGo(hold, all)) {
            present.release(hold, all);
            return;
        }
        present.busy(true);
        lock.unlock();
        boolean taken = false;
        try {
            take.run();
            taken = true;
        } finally {
            lock.lock();
            present.busy(false);
            settled.signalAll();
            if (taken) {
                remove(present);
            }
        }
        closeUnlocked(present);
    }

    /**
     * Makes a range present in memory of the user's.
     *
     * @throws IllegalStateException if something of it is present already
     */
    void map(HostRange range, Buffer buffer) {
        lock.lock();
        try {
            Present found = settledOrPartly(range);
            if (found != null) {
                throw new IllegalStateException("host memory cannot be mapped while it is present: asked=[" + range
                        + "] present=[" + found.range() + "]; delete or unmap it first");
            }
            ranges.add(Present.mapped(range, buffer));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a range absent that was mapped.
     *
     * @throws NotPresentException if it is absent, or present as a part of a larger range
     * @throws IllegalStateException if it was not mapped, or a region keeps it
     */
    void unmap(HostRange range) {
        lock.lock();
        try {
            Present found = settled(range);
            if (found == null) {
                throw notPresent(range);
            }
            if (found.range().start() != range.start() || found.range().bytes() != range.bytes()) {
                throw new NotPresentException("a range is unmapped as a whole: asked=[" + range + "] present=["
                        + found.range() + "]; ask for all of it");
            }
            if (!found.isMapped()) {
                throw new IllegalStateException(
                        "only what was mapped can be unmapped: present=[" + found.range() + "]; delete it instead");
            }
            if (found.count(Hold.STRUCTURED) > 0) {
                throw new IllegalStateException("a range cannot be unmapped while a data region keeps it: present=["
                        + found.range() + "] regions=" + found.count(Hold.STRUCTURED) + "; close them first");
            }
            remove(found);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all ranges. Called when the runtime has ended, which frees their memory. */
    void clear() {
        lock.lock();
        try {
            ranges.clear();
        } finally {
            lock.unlock();
        }
    }

    /** How many ranges are present, or about to be. */
    int size() {
        return ranges.size();
    }

    /** Like {@link #settledOrPartly}, but what is found has the whole of the range. */
    private @Nullable Present settled(HostRange range) {
        Present present = settledOrPartly(range);
        if (present != null) {
            checkCovers(present, range);
        }
        return present;
    }

    /**
     * What meets a range when nobody is at work on it any more. Called with the lock, which is given up meanwhile. What is there
     * of memory that is gone does not count, and goes too if its addresses belong to other memory now.
     */
    private @Nullable Present settledOrPartly(HostRange range) {
        while (true) {
            Present present = ranges.meeting(range);
            if (present == null) {
                return null;
            }
            if (present.isBusy()) {
                awaitSettled(present, range);
            } else if (present.range().isContemporaryOf(range)) {
                return present;
            } else if (present.range().isOver()) {
                remove(present);
                closeUnlocked(present);
            } else {
                return null;
            }
        }
    }

    private void awaitSettled(Present present, HostRange range) {
        try {
            while (present.isBusy()) {
                settled.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HeadraceException(
                    "the thread was interrupted while another one copied the same data, and nothing was changed: asked=["
                            + range + "]",
                    e);
        }
    }

    private void remove(Present present) {
        ranges.remove(present);
        present.leave();
    }

    /** Gives up the lock for a moment: what follows may be a driver's call. */
    private void closeUnlocked(Present present) {
        lock.unlock();
        try {
            present.arrival().end();
        } finally {
            lock.lock();
        }
    }

    private static void checkCovers(Present present, HostRange range) {
        if (!present.range().covers(range)) {
            throw new NotPresentException(
                    "the range overlaps one that is present, but is not inside it: asked=[" + range + "] present=["
                            + present.range() + "]; make the whole present once, or delete the other one first");
        }
    }

    static NotPresentException notPresent(HostRange range) {
        return new NotPresentException(
                "the range is not present on the device: asked=[" + range + "]; copy it in or create it first");
    }

    /**
     * A range that was counted.
     *
     * @param present what it is inside of
     * @param brought whether it was absent before
     */
    record Entered(Present present, boolean brought) {

        Entered {
            Objects.requireNonNull(present);
        }
    }
}
