package io.headrace.cli.bench;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.Stream;

/** Copies between pinned host memory and a device, one way and both ways at once. */
final class GpuCopies implements AutoCloseable {

    private final HostBuffer from;
    private final HostBuffer to;
    private final Buffer source;
    private final Buffer target;
    private final Stream up;
    private final Stream down;

    GpuCopies(Device device, long bytes) {
        from = device.hostBuffer(bytes);
        to = device.hostBuffer(bytes);
        source = device.buffer(bytes);
        target = device.buffer(bytes);
        up = device.stream();
        down = device.stream();
    }

    double up(int times) throws InterruptedException {
        return rate(times, true, false);
    }

    double down(int times) throws InterruptedException {
        return rate(times, false, true);
    }

    /** Both directions together. */
    double both(int times) throws InterruptedException {
        return rate(times, true, true);
    }

    private double rate(int times, boolean goesUp, boolean goesDown) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            if (goesUp) {
                up.copy(from.segment(), target);
            }
            if (goesDown) {
                down.copy(source, to.segment());
            }
        }
        up.await();
        down.await();
        long nanos = System.nanoTime() - start;
        return (double) from.bytes() * times * (goesUp && goesDown ? 2 : 1) / nanos;
    }

    @Override
    public void close() {
        up.close();
        down.close();
        source.close();
        target.close();
        from.close();
        to.close();
    }
}
