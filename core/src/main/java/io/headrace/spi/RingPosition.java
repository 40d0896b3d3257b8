package io.headrace.spi;

/** A place in the order of a {@link RingQueue}, behind a packet. For drivers. */
public interface RingPosition extends DriverQueue.Position {

    /** Whose order it is. */
    RingQueue queue();

    /** The packet. */
    long packetId();

    @Override
    default boolean reached() {
        return queue().readIndex() > packetId();
    }
}
