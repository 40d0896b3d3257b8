package io.headrace;

/** Behind which steps of a stream its event records and signals to set stand, as far as that is asked for. Guarded by the stream. */
final class Marks {

    /** The number of no step. */
    static final long NONE = -1;

    private long lastMarked = NONE;
    private long lastSet = NONE;

    /** The number of the last step that an event record or a signal to set stands behind. */
    long lastMarked() {
        return lastMarked;
    }

    /** An event record or a signal to set stands behind a step. */
    void marked(long step) {
        lastMarked = step;
    }

    /** The number of the last step that a signal to set stands behind. */
    long lastSet() {
        return lastSet;
    }

    /** A signal to set stands behind a step. */
    void set(long step) {
        lastSet = step;
    }
}
