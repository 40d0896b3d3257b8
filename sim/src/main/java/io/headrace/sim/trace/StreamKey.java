package io.headrace.sim.trace;

/**
 * A stream of a device.
 *
 * @param device the device
 * @param stream the stream's name there
 */
public record StreamKey(String device, String stream) {

    /** Device and stream, for instance {@code 0/7}. */
    @Override
    public String toString() {
        return device + "/" + stream;
    }
}
