package io.headrace.bench.gpu;

import java.util.OptionalDouble;

/**
 * A way to use the GPU. Each measurement ends when the device has done all of it. The kernel has 4 arguments and does nothing. What a
 * contender has no way to do, or what would say nothing beside the others, it leaves out. For one thread.
 */
interface Contender extends AutoCloseable {

    /** How many launches a recording has. */
    int RECORDED = 100;

    /** How many streams there are to launch in. */
    int STREAMS = 8;

    String name();

    /** Nanoseconds a launch, so many streams in turn. */
    double launch(int count, int streams) throws InterruptedException;

    /** Nanoseconds a launch that is waited for. */
    double launchAndWait(int count) throws InterruptedException;

    /** Nanoseconds to let one stream wait for another one. */
    double dependency(int count) throws InterruptedException;

    /** Nanoseconds from a launch in one stream to the next in another, to and fro. */
    double chain(int links) throws InterruptedException;

    /** Nanoseconds a launch that was recorded with others. */
    OptionalDouble replay(int times) throws InterruptedException;

    /** Copies of pinned memory in one or both directions at once, in bytes a nanosecond, which is GB/s. */
    OptionalDouble copy(boolean up, boolean down, int times) throws InterruptedException;

    @Override
    void close();
}
