package io.headrace.spi;

import java.lang.foreign.MemorySegment;

/** Text in native memory. For drivers. */
public final class NativeText {

    private NativeText() {}

    /** The text at an address, up to its closing zero; empty if the address is 0. */
    public static String at(long address) {
        return address == 0
                ? ""
                : MemorySegment.ofAddress(address)
                        .reinterpret(Long.MAX_VALUE)
                        .getString(0)
                        .strip();
    }
}
