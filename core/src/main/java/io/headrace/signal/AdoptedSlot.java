package io.headrace.signal;

import io.headrace.error.HeadraceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slot of a signal that another runtime made, in a page of that runtime. Such slots are found by a table of their exact
 * addresses, and not by the map of pages: of what else is in the page nothing is known. Lock-free to readers.
 */
final class AdoptedSlot extends SlotHome {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    private static final AdoptedTable ALL = new AdoptedTable();

    /** Addresses are multiples of it. */
    private static final int ALIGNMENT = 64;

    /** Reads count as uses too: the memory goes when its owner likes, once it was told that nothing uses it. */
    private static final SlotAccess ACCESS = new SlotAccess();

    private final long busyNanos;
    private final Runnable release;

    private AdoptedSlot(long address, long busyNanos, Runnable release) {
        super(address, 1, false);
        this.busyNanos = busyNanos;
        this.release = release;
    }

    /** As {@link Signals#adopt}. */
    static Signal adopt(long address, long busyNanos, Runnable release) {
        Objects.requireNonNull(release, "release");
        if (busyNanos < 0) {
            throw new IllegalArgumentException(
                    "a wait cannot spin for less than no time: busyNanos=" + busyNanos + "; give 0 or more");
        }
        if (address == 0
                || address % ALIGNMENT != 0
                || !PageMap.arePages(address & -PageMap.PAGE_BYTES, PageMap.PAGE_BYTES)) {
            throw new IllegalArgumentException("no signal can be there: address=0x" + Long.toHexString(address)
                    + "; give the address of a signal, a multiple of " + ALIGNMENT + " below 2^48");
        }
        if (isOurs(address)) {
            throw new IllegalArgumentException("the page is one of this library's own signals: address=0x"
                    + Long.toHexString(address) + "; adopt what another runtime made");
        }
        AdoptedSlot slot = new AdoptedSlot(address, busyNanos, release);
        Signal signal = new Signal(slot, address, ACCESS);
        signal.share();
        slot.setMember(0, signal);
        if (!ALL.add(slot)) {
            throw new HeadraceException("the signal is adopted already, and its release was not called yet: address=0x"
                    + Long.toHexString(address) + "; close what adopt returned first");
        }
        return signal;
    }

    /** The living signal that was adopted with this very address; {@code null} if there is none. */
    static @Nullable Signal findAdopted(long address) {
        AdoptedSlot slot = ALL.find(address);
        if (slot == null) {
            return null;
        }
        Signal signal = slot.member(0);
        return signal == null || signal.isClosed() ? null : signal;
    }

    /** How many signals are adopted. */
    static int count() {
        return ALL.size();
    }

    @Override
    void recycle(long at) {
        ALL.remove(this);
        try {
            release.run();
        } catch (RuntimeException | Error failure) {
            // The thread is that of whoever used the signal last, and has nothing to do with it.
            LOG.log(Level.ERROR, "the release of an adopted signal failed: address=0x" + Long.toHexString(at), failure);
        }
    }

    @Override
    long busyNanos() {
        return busyNanos;
    }
}
