package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.F32;
import io.headrace.Kernel;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;

/** Launches of a kernel with 4 arguments that does nothing, in the ways of {@link GpuBench}. */
final class GpuLaunches implements AutoCloseable {

    private static final int STREAMS = 8;
    private static final int RECORDED = 100;
    private static final GroupedRange ONE = Range.of(1).group(1);

    private final Kernel kernel;
    private final F32 x;
    private final F32 y;
    private final List<Stream> streams = new ArrayList<>();
    private final Stream first;
    private final Stream second;
    private final Event there;
    private final Recording recording;

    GpuLaunches(Device device, GpuKernels kernels) {
        kernel = kernels.saxpy();
        x = device.f32(1);
        y = device.f32(1);
        for (int i = 0; i < STREAMS; i++) {
            streams.add(device.stream());
        }
        first = device.stream(StreamOptions.defaults().withExclusiveQueue());
        second = device.stream(StreamOptions.defaults().withExclusiveQueue());
        there = device.event();
        recording = device.record(recorder -> {
            for (int i = 0; i < RECORDED; i++) {
                recorder.launch(kernel, ONE, 0, 2f, x, y);
            }
        });
    }

    /** Nanoseconds a launch, all streams in turn, until the last has ended. */
    double pipelined(int count) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            streams.get(i % STREAMS).launch(kernel, ONE, 0, 2f, x, y);
        }
        for (Stream stream : streams) {
            stream.await();
        }
        return (System.nanoTime() - start) / (double) count;
    }

    /** The median of launches that are each waited for. */
    double awaitedMicros(int count) throws InterruptedException {
        Stream stream = streams.getFirst();
        return Latencies.of(count, () -> stream.launch(kernel, ONE, 0, 2f, x, y).await())
                .micros(50);
    }

    /** Microseconds from a launch in one queue to the next one in another, which waits for it. */
    double chainMicros(int links) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < links; i += 2) {
            first.launch(kernel, ONE, 0, 2f, x, y);
            second.waitFor(first).launch(kernel, ONE, 0, 2f, x, y);
            first.waitFor(second);
        }
        first.await();
        return (System.nanoTime() - start) / 1_000.0 / links;
    }

    /** Microseconds to let one queue wait for another: after a launch, which may be going on. */
    double dependencyMicros(int count) throws InterruptedException {
        first.launch(kernel, ONE, 0, 2f, x, y);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            first.record(there);
            second.waitFor(there);
        }
        double micros = (System.nanoTime() - start) / 1_000.0 / count;
        first.await();
        second.await();
        return micros;
    }

    /** Nanoseconds a launch of a recording that is replayed. */
    double replayed(int times) throws InterruptedException {
        Stream stream = streams.getFirst();
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            stream.replay(recording);
        }
        stream.await();
        return (System.nanoTime() - start) / (double) times / RECORDED;
    }

    @Override
    public void close() {
        streams.forEach(Stream::close);
        first.close();
        second.close();
        x.close();
        y.close();
    }
}
