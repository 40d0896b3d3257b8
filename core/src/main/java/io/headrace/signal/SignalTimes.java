package io.headrace.signal;

import static io.headrace.signal.SlotLayout.COPY_END;
import static io.headrace.signal.SlotLayout.COPY_START;
import static io.headrace.signal.SlotLayout.END;
import static io.headrace.signal.SlotLayout.START;

import io.headrace.error.InvalidSignalException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When the operation ran that a signal stands for. A slot has two pairs of times: one for dispatches, that is all that runs
 * on a compute queue, and one for copy engines. Whoever runs the operation stamps them, in ticks of the device's counter.
 *
 * <p>Each pair that is read is one operation's, also while the next one stamps the signal.
 */
abstract sealed class SignalTimes extends SignalLife permits SignalValue {

    SignalTimes(SlotHome home, long address, @Nullable SlotAccess access) {
        super(home, address, access);
    }

    /**
     * When the dispatch ran. Empty if none was stamped, or with times that cannot be: an end before the start, or
     * one that the device's counter cannot have come to yet.
     *
     * @param clock of the device that stamped it
     * @throws InvalidSignalException if the signal is closed
     */
    public final Optional<Timestamps> dispatchTimes(DeviceClock clock) {
        TickPair pair = dispatchTicks();
        throwIfClosed();
        return Optional.ofNullable(pair.on(clock));
    }

    /**
     * When the copy ran: by what a copy engine stamped, or, if that has no end, by what a compute queue stamped that made the
     * copy instead. Empty if neither did, or with times that cannot be.
     *
     * @param clock of the device that stamped it
     * @throws InvalidSignalException if the signal is closed
     */
    public final Optional<Timestamps> copyTimes(DeviceClock clock) {
        TickPair pair = copyTicks();
        if (pair.end() == 0) {
            pair = dispatchTicks();
        }
        throwIfClosed();
        return Optional.ofNullable(pair.on(clock));
    }

    /**
     * Takes the times away that are there. For the runtime and for drivers, on a signal that the caller retains
     * ({@link #retain}) and before they give it to an operation; not checked.
     */
    public final void clearTimes() {
        if (access == null) {
            SlotTimes.clear(address + END);
            SlotTimes.clear(address + COPY_END);
        } else {
            access.clearTimes(address);
        }
    }

    /**
     * Notes when a dispatch ran, before its end is told. For the runtime and for drivers, on a signal that the caller retains;
     * not checked. One at a time.
     *
     * @param start when it began, in ticks; not 0
     * @param end when it ended; not 0
     */
    public final void stampDispatch(long start, long end) {
        if (access == null) {
            SlotTimes.write(address + START, address + END, start, end);
        } else {
            access.stampDispatch(address, start, end);
        }
    }

    /** Notes when a copy engine's copy ran; as {@link #stampDispatch}. */
    public final void stampCopy(long start, long end) {
        if (access == null) {
            SlotTimes.write(address + COPY_START, address + COPY_END, start, end);
        } else {
            access.stampCopy(address, start, end);
        }
    }

    private TickPair dispatchTicks() {
        if (access == null) {
            return SlotTimes.read(address + START, address + END);
        }
        enter();
        try {
            return access.dispatchTicks(address);
        } finally {
            leave();
        }
    }

    private TickPair copyTicks() {
        if (access == null) {
            return SlotTimes.read(address + COPY_START, address + COPY_END);
        }
        enter();
        try {
            return access.copyTicks(address);
        } finally {
            leave();
        }
    }

    /** Comes after the reads, which may have been of another signal's times otherwise. */
    private void throwIfClosed() {
        if (isClosed()) {
            throw closedException();
        }
    }
}
