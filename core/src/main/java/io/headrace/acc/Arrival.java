package io.headrace.acc;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import org.jspecify.annotations.Nullable;

/**
 * How a range became present.
 *
 * @param buffer the memory on the device
 * @param uploaded is done when the data has been copied there; {@code null} if it was not to be
 */
record Arrival(Buffer buffer, @Nullable Event uploaded) {

    /** Allocates memory, and lets a queue copy the range there, if so said; or nothing is left of it. */
    static Arrival bring(HostRange range, boolean copies, AsyncQueue queue) {
        Device device = queue.device();
        Buffer buffer = device.buffer(range.bytes());
        boolean brought = false;
        try {
            Event uploaded = null;
            if (copies) {
                uploaded = device.event();
                queue.copy(range.segment(), buffer);
                queue.record(uploaded);
            }
            brought = true;
            return new Arrival(buffer, uploaded);
        } finally {
            if (!brought) {
                buffer.close();
            }
        }
    }

    /** Lets what a queue does next wait until the data is there. */
    void orderBehind(AsyncQueue queue) {
        if (uploaded != null) {
            queue.waitFor(uploaded);
        }
    }
}
