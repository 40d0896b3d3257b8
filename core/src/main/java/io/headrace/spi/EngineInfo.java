package io.headrace.spi;

/**
 * A copy engine.
 *
 * @param index the engine's index on its device, from 0
 * @param kind which link it serves
 */
public record EngineInfo(int index, Kind kind) {

    /** The classes of copy engines. */
    public enum Kind {
        /** Copies between the device and its host. */
        HOST_LINK,
        /** Copies between the device and its peers. */
        PEER_LINK
    }
}
