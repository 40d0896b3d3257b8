package io.headrace.host;

/** The items of a launch, numbered row by row: x runs fastest, then y, then z. */
record Grid(long x, long y, long z) {

    long items() {
        return x * y * z;
    }
}
