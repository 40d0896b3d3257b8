package io.headrace.bench.gpu;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.F32;
import io.headrace.HostBuffer;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Headrace's streams. */
final class HeadraceContender implements Contender {

    private static final GroupedRange ONE = Range.of(1).group(1);

    private final Program program;
    private final Kernel kernel;
    private final F32 x;
    private final F32 y;
    private final List<Stream> streams = new ArrayList<>();
    private final Stream first;
    private final Stream second;
    private final Event there;
    private final Recording recording;
    private final HostBuffer from;
    private final HostBuffer to;
    private final Buffer source;
    private final Buffer target;

    HeadraceContender(Device device, long copyBytes) {
        program = device.compile(Source.ptx(Saxpy.PTX).withName("saxpy.ptx"));
        kernel = program.kernel("saxpy");
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
        from = device.hostBuffer(copyBytes);
        to = device.hostBuffer(copyBytes);
        source = device.buffer(copyBytes);
        target = device.buffer(copyBytes);
    }

    @Override
    public String name() {
        return "headrace";
    }

    @Override
    public double launch(int count, int used) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            streams.get(i % used).launch(kernel, ONE, 0, 2f, x, y);
        }
        for (int i = 0; i < used; i++) {
            streams.get(i).await();
        }
        return (double) (System.nanoTime() - start) / count;
    }

    @Override
    public double launchAndWait(int count) throws InterruptedException {
        Stream stream = streams.getFirst();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            stream.launch(kernel, ONE, 0, 2f, x, y).await();
        }
        return (double) (System.nanoTime() - start) / count;
    }

    @Override
    public double dependency(int count) throws InterruptedException {
        first.launch(kernel, ONE, 0, 2f, x, y);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            first.record(there);
            second.waitFor(there);
        }
        double nanos = (double) (System.nanoTime() - start) / count;
        first.await();
        second.await();
        return nanos;
    }

    @Override
    public double chain(int links) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < links; i += 2) {
            first.launch(kernel, ONE, 0, 2f, x, y);
            second.waitFor(first).launch(kernel, ONE, 0, 2f, x, y);
            first.waitFor(second);
        }
        first.await();
        return (double) (System.nanoTime() - start) / links;
    }

    @Override
    public OptionalDouble replay(int times) throws InterruptedException {
        Stream stream = streams.getFirst();
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            stream.replay(recording);
        }
        stream.await();
        return OptionalDouble.of((double) (System.nanoTime() - start) / times / RECORDED);
    }

    @Override
    public OptionalDouble copy(boolean up, boolean down, int times) throws InterruptedException {
        Stream upwards = streams.get(0);
        Stream downwards = streams.get(1);
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            if (up) {
                upwards.copy(from.segment(), target);
            }
            if (down) {
                downwards.copy(source, to.segment());
            }
        }
        upwards.await();
        downwards.await();
        long bytes = from.bytes() * times * (up && down ? 2 : 1);
        return OptionalDouble.of((double) bytes / (System.nanoTime() - start));
    }

    @Override
    public void close() {
        streams.forEach(Stream::close);
        first.close();
        second.close();
        x.close();
        y.close();
        source.close();
        target.close();
        from.close();
        to.close();
        program.close();
    }
}
