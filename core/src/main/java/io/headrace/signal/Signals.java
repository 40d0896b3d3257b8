package io.headrace.signal;

import io.headrace.error.InvalidSignalException;

/** What is done with signals by their handles, and with several of them. Safe for use from any thread. */
public final class Signals {

    private Signals() {}

    /**
     * The signal that has a handle ({@link Signal#handle}). Looks at nothing but the library's own tables, so that any number
     * may be asked for: the memory that it points to is not touched.
     *
     * <p>A handle is good until its signal is closed. It is an address, and closed signals' slots are given out again: a
     * handle kept too long is then the handle of the signal that lives in the slot now, and that one is returned. Until
     * the slot is given out again, such a handle is invalid. The object that was returned is never mistaken: it is the signal that had
     * the handle at some moment during the call, and throws once that one is closed, whoever has the slot by then.
     *
     * @throws IllegalArgumentException if the handle is 0, which is none
     * @throws InvalidSignalException if no living signal of this process has the handle
     */
    public static Signal resolve(long handle) {
        Signal signal = SlotHome.find(handle);
        if (signal == null) {
            throw miss(handle);
        }
        return signal;
    }

    private static RuntimeException miss(long handle) {
        return handle == 0
                ? new IllegalArgumentException("0 is no signal's handle; use what handle() of a signal gives")
                : new InvalidSignalException("no living signal has this handle: handle=0x" + Long.toHexString(handle)
                        + "; use what handle() of a signal gives, before the signal's close()");
    }
}
