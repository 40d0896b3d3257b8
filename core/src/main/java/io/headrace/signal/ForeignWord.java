package io.headrace.signal;

import java.util.concurrent.atomic.AtomicBoolean;

/** A shared signal in the eyes of {@link ForeignStores}: a word that others may store to without telling. */
final class ForeignWord {

    /** The place of a word that is not looked at. */
    static final int NOWHERE = -1;

    final Signal signal;

    /** Whether it waits to be judged from scratch. */
    final AtomicBoolean queued = new AtomicBoolean();

    /** Its index in the watcher's table; the watcher's own. */
    int place = NOWHERE;

    ForeignWord(Signal signal) {
        this.signal = signal;
    }
}
