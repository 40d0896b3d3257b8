package io.headrace.signal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** A signal in the eyes of {@link ForeignStores}: a word that others may store to without telling. */
final class ForeignWord {

    /** The place of a word that is not looked at. */
    static final int NOWHERE = -1;

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    final Signal signal;

    /** Whether it waits to be judged from scratch. */
    final AtomicBoolean queued = new AtomicBoolean();

    /** Whether it is looked at whenever somebody waits; otherwise only after a store that was not followed by a look. */
    private volatile boolean shared;

    /** Its index in the watcher's table; the watcher's own, as all that follows. */
    int place = NOWHERE;

    private long value;
    private boolean unreadable;

    ForeignWord(Signal signal) {
        this.signal = signal;
    }

    boolean isShared() {
        return shared;
    }

    /** Others may store from now on; {@code false} if it was so before. */
    boolean share() {
        boolean news = !shared;
        shared = true;
        return news;
    }

    /** Whether a read takes long. */
    boolean isSlow() {
        SlotAccess access = signal.access;
        return access != null && access.isSlow();
    }

    /** Reads the word, however it is reached; says whether that worked. */
    boolean read() {
        try {
            value = signal.observe();
            unreadable = false;
            return true;
        } catch (RuntimeException | InternalError failure) {
            // The other words must be looked at all the same, and this one again, so one report is enough.
            if (!unreadable) {
                unreadable = true;
                LOG.log(
                        Level.ERROR,
                        "a signal cannot be read; goes on trying: handle=0x" + Long.toHexString(signal.handle()),
                        failure);
            }
            return false;
        }
    }

    /** What {@link #read} found. */
    long value() {
        return value;
    }
}
