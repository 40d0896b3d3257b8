package io.headrace.cli.bench;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Stream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** One large copy up and one down: by streams, and by plain threads over the same amount of memory of their own. */
final class DuplexCopies implements AutoCloseable {

    private static final byte UP = 3;
    private static final byte DOWN = 5;

    private final long bytes;
    private final Headrace headrace = Headrace.open();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment source;
    private final MemorySegment target;
    private final MemorySegment plainUp;
    private final MemorySegment plainDown;
    private final Buffer deviceUp;
    private final Buffer deviceDown;
    private final Stream up;
    private final Stream down;

    DuplexCopies(long bytes) throws InterruptedException {
        this.bytes = bytes;
        Device device = headrace.device();
        source = arena.allocate(bytes, Long.BYTES).fill(UP);
        target = arena.allocate(bytes, Long.BYTES);
        plainUp = arena.allocate(bytes, Long.BYTES);
        plainDown = arena.allocate(bytes, Long.BYTES).fill(DOWN);
        deviceUp = device.buffer(bytes);
        deviceDown = device.buffer(bytes);
        up = device.stream();
        down = device.stream();
        down.fillBytes(deviceDown, DOWN).await();
    }

    /** Gigabytes a second, both directions together. */
    double byStreams() throws InterruptedException {
        long start = System.nanoTime();
        up.copy(source, deviceUp);
        down.copy(deviceDown, target);
        up.await();
        down.await();
        return rate(2 * bytes, System.nanoTime() - start);
    }

    /** The same by two threads. */
    double byThreads() throws InterruptedException {
        return rate(2 * bytes, Together.nanos(2, thread -> {
            if (thread == 0) {
                MemorySegment.copy(source, 0, plainUp, 0, bytes);
            } else {
                MemorySegment.copy(plainDown, 0, target, 0, bytes);
            }
        }));
    }

    /** Gigabytes a second, up alone. */
    double upByStream() throws InterruptedException {
        long start = System.nanoTime();
        up.copy(source, deviceUp).await();
        return rate(bytes, System.nanoTime() - start);
    }

    /** The same by the calling thread. */
    double upByThread() {
        long start = System.nanoTime();
        MemorySegment.copy(source, 0, plainUp, 0, bytes);
        return rate(bytes, System.nanoTime() - start);
    }

    /** Bytes in a nanosecond are gigabytes in a second. */
    private static double rate(long moved, long nanos) {
        return (double) moved / nanos;
    }

    /** Checks that all bytes arrived. */
    void check() throws InterruptedException {
        target.fill((byte) 0);
        down.copy(deviceDown, target).await();
        boolean wrong = target.mismatch(plainDown) >= 0;
        down.copy(deviceUp, target).await();
        if (wrong || target.mismatch(source) >= 0) {
            throw new IllegalStateException("a copy did not move what it should have: bytes=" + bytes);
        }
    }

    @Override
    public void close() {
        up.close();
        down.close();
        deviceUp.close();
        deviceDown.close();
        headrace.close();
        arena.close();
    }
}
