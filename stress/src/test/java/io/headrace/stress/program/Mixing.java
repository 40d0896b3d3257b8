package io.headrace.stress.program;

/** How numbers are mixed: in another order, or once more or less, comes out something else. */
final class Mixing {

    private Mixing() {}

    static long mix(long value, long salt, long index) {
        return Long.rotateLeft(value ^ (salt + index) * 0x9E3779B97F4A7C15L, 23) * 5 + 0x52DCE729;
    }
}
