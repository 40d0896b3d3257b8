package io.headrace.acc;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.LentMemory;
import org.jspecify.annotations.Nullable;

/**
 * How a range became present.
 *
 * @param buffer the memory on the device
 * @param own the same, if it is the data environment's to end; {@code null} for memory of the user's
 * @param uploaded is done when the data has been copied there; {@code null} if it was not to be
 */
record Arrival(
        Buffer buffer, @Nullable LentMemory own, @Nullable Event uploaded) {

    /** Memory that was there before. */
    static Arrival mapped(Buffer buffer) {
        return new Arrival(buffer, null, null);
    }

    /** Allocates memory, and lets a queue copy the range there, if so said; or nothing is left of it. */
    static Arrival bring(HostRange range, boolean copies, AsyncQueue queue) {
        Device device = queue.device();
        LentMemory own = DataEnvironment.lend(device, range.bytes());
        boolean brought = false;
        try {
            Event uploaded = null;
            if (copies) {
                uploaded = device.event();
                queue.copy(range.segment(), own.buffer());
                queue.record(uploaded);
            }
            brought = true;
            return new Arrival(own.buffer(), own, uploaded);
        } finally {
            if (!brought) {
                own.close();
            }
        }
    }

    /** The same memory, to which data has been copied once more: what became of the copy before does not matter any more. */
    Arrival repairedBy(Event copiedAgain) {
        return new Arrival(buffer, own, copiedAgain);
    }

    /** Whether the data was to be copied, and that has failed. */
    boolean hasFailed() {
        return uploaded != null && uploaded.state() == Event.State.FAILED;
    }

    /** Lets what a queue does next wait until the data is there. */
    void orderBehind(AsyncQueue queue) {
        if (uploaded != null) {
            queue.waitFor(uploaded);
        }
    }

    /** Ends the memory, unless it is the user's. */
    void end() {
        if (own != null) {
            own.close();
        }
    }
}
