package io.headrace.signal;

import io.headrace.error.HeadraceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Where one batch in a device's own memory has its slots. */
final class DeviceArena implements ArenaSource {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    private final SignalMemory memory;
    private final @Nullable SignalBus bus;

    /** Of the block that was taken; {@code null} before, and where the host shares the memory. */
    private @Nullable BusSlots slots;

    /** Whether it is known that slots cannot be written. */
    private volatile boolean reported;

    DeviceArena(SignalMemory memory) {
        this.memory = memory;
        this.bus = memory.bus();
    }

    @Override
    public long take(long bytes) {
        long address = memory.take(bytes);
        try {
            throwUnlessPages(address, bytes);
            if (bus != null) {
                slots = new BusSlots(bus, bus.hostCopies() ? new SlotCopies(address, bytes) : null);
            }
        } catch (RuntimeException | Error failure) {
            // Maybe the bus was asked in vain, or there is no room for the copies.
            giveBack(address, bytes);
            throw failure;
        }
        return address;
    }

    private static void throwUnlessPages(long address, long bytes) {
        if (!PageMap.arePages(address, bytes)) {
            throw new HeadraceException(
                    "the driver gave memory for signals that is not whole pages below 2^48: address=0x"
                            + Long.toHexString(address) + " bytes=" + bytes + "; this is a fault of the driver");
        }
    }

    /** Signals end here that may be closed by anybody, so this does not throw. */
    @Override
    public void giveBack(long address, long bytes) {
        try {
            memory.giveBack(address, bytes);
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "memory of closed signals was not taken back: bytes=" + bytes, failure);
        }
    }

    @Override
    public @Nullable SlotAccess access() {
        return slots;
    }

    @Override
    public void fill(long slot, long initial) {
        if (slots == null) {
            SlotLayout.fill(slot, initial);
        } else {
            fill(slots, slot, initial);
        }
    }

    private void fill(BusSlots through, long slot, long initial) {
        try {
            through.fill(slot, initial);
        } catch (RuntimeException failure) {
            // Who made the batch learns of it; that slots cannot be cleared either is no news then.
            reported = true;
            throw failure;
        }
    }

    @Override
    public void filled() {
        if (slots != null) {
            slots.flush();
        }
    }

    @Override
    public void clear(long slot) {
        if (slots == null) {
            SlotLayout.clear(slot);
            return;
        }
        try {
            slots.clear(slot);
        } catch (RuntimeException failure) {
            if (!reported) {
                reported = true;
                LOG.log(
                        Level.WARNING,
                        "slots of closed signals could not be marked as free, the first of them: slot=0x"
                                + Long.toHexString(slot),
                        failure);
            }
        }
    }
}
