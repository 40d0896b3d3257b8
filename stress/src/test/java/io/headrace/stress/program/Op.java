package io.headrace.stress.program;

/**
 * One operation of a program. Each stream has a register of a few numbers that its operations change, so that its last
 * content tells which ran, and in what order.
 */
sealed interface Op {

    /** The stream's number. */
    int stream();

    /** Mixes a number into the register. */
    record Mix(int stream, long salt, How how) implements Op {

        enum How {
            LAUNCH,
            SLOW_LAUNCH,
            OFFER,
            /** Down to the host, changed by a host call, and up again. */
            HOST_CALL
        }
    }

    /** Sets a part of the register. */
    record Fill(int stream, int from, int count, long value) implements Op {}

    /** Copies one part of the register over another; they may overlap. */
    record Shift(int stream, int from, int to, int count) implements Op {}

    /** Copies the register to a slot that is written once, and says so by an event and by the slot's signal. */
    record Publish(int stream, int slot, int event, By by) implements Op {

        /** How the slot's signal gets its value. */
        enum By {
            SET,
            HOST_CALL
        }
    }

    /** Waits for the event of a slot, then mixes the slot into the register. */
    record AfterEvent(int stream, int slot, int event) implements Op {}

    /** Waits for the signal of a slot, then mixes the slot into the register. */
    record AfterSignal(int stream, int slot, int condition) implements Op {}

    /** Waits for a signal that a thread of the host sets some time. */
    record AfterGate(int stream, int gate) implements Op {}

    /** A host call that itself waits for the event of a slot, then mixes a number into the register. */
    record BlockingCall(int stream, int slot, int event, long salt) implements Op {}

    /** Fails the stream. */
    record Fail(int stream, int id, boolean inKernel) implements Op {}

    /** The enqueuing thread waits for the stream, and takes its failure if there is one. */
    record Finish(int stream, How how) implements Op {

        enum How {
            AWAIT,
            TIMED_LOOP,
            FUTURE,
            EVENT,
            POLL
        }
    }

    /** The stream is closed, and another goes on behind it. */
    record Replace(int stream) implements Op {}
}
