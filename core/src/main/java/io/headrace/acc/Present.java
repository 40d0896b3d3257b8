package io.headrace.acc;

import io.headrace.Buffer;
import io.headrace.Event;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A range of host memory that is present on the device. What counts, and whether it is busy, is for
 * the {@link PresentTable} under its lock.
 */
final class Present {

    private static final VarHandle ARRIVAL;

    static {
        try {
            ARRIVAL = MethodHandles.lookup().findVarHandle(Present.class, "arrival", Arrival.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final HostRange range;
    private final boolean mapped;
    private volatile @Nullable Arrival arrival;
    private long structured;
    private long dynamic;
    private boolean busy;
    private boolean gone;

    private Present(HostRange range, boolean mapped, @Nullable Arrival arrival) {
        this.range = range;
        this.mapped = mapped;
        this.arrival = arrival;
    }

    /** A range whose data is about to be brought. */
    static Present arriving(HostRange range) {
        Present present = new Present(range, false, null);
        present.busy = true;
        return present;
    }

    /** A range that was mapped to memory of the user's. */
    static Present mapped(HostRange range, Buffer buffer) {
        Present present = new Present(range, true, Arrival.mapped(buffer));
        present.dynamic = 1;
        return present;
    }

    HostRange range() {
        return range;
    }

    boolean isMapped() {
        return mapped;
    }

    /** Whether the memory on the device is there, and the copy to it enqueued. */
    boolean isReady() {
        return arrival != null;
    }

    /** The memory on the device of a part of this range. */
    Buffer slice(HostRange part) {
        return buffer().slice(part.start() - range.start(), part.bytes());
    }

    private Buffer buffer() {
        return arrival().buffer();
    }

    /** How the data came. There once it is ready. */
    Arrival arrival() {
        return Objects.requireNonNull(arrival);
    }

    void arrived(Arrival brought) {
        arrival = brought;
    }

    /** All of it was copied to the device once more, behind which an event stands: a copy before that failed does no harm now. */
    void copiedAgain(Arrival failed, Event behind) {
        ARRIVAL.compareAndSet(this, failed, failed.repairedBy(behind));
    }

    /** Whether somebody brings or takes the data at this moment, outside the lock. */
    boolean isBusy() {
        return busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    boolean isGone() {
        return gone;
    }

    void leave() {
        gone = true;
        structured = 0;
        dynamic = 0;
    }

    long count(Hold hold) {
        return hold == Hold.STRUCTURED ? structured : dynamic;
    }

    void hold(Hold hold) {
        set(hold, count(hold) + 1);
    }

    /** What would be left of a count. Memory that was mapped stays so until it is unmapped. */
    private long left(Hold hold, boolean all) {
        long least = mapped && hold == Hold.DYNAMIC ? 1 : 0;
        return Math.max(least, all ? 0 : count(hold) - 1);
    }

    /** Whether nobody would keep the data. */
    boolean wouldGo(Hold hold, boolean all) {
        return left(hold, all) == 0 && count(hold == Hold.STRUCTURED ? Hold.DYNAMIC : Hold.STRUCTURED) == 0;
    }

    void release(Hold hold, boolean all) {
        set(hold, left(hold, all));
    }

    private void set(Hold hold, long count) {
        if (hold == Hold.STRUCTURED) {
            structured = count;
        } else {
            dynamic = count;
        }
    }

    @Override
    public String toString() {
        return "Present[" + range + " structured=" + structured + " dynamic=" + dynamic + (mapped ? " mapped]" : "]");
    }
}
