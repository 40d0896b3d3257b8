package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The same number of launches, on one stream or on many in turn: whether an operation costs more where there are many. */
final class Spread {

    private static final Range ONE_ITEM = Range.of(1);

    private Spread() {}

    /**
     * Launches on so many streams in turn.
     *
     * @param burst how many launches a stream takes at its turn
     * @return nanoseconds a launch, from the first call to the last one's end
     */
    static double nanos(Device device, int count, int burst, int launches) throws InterruptedException {
        List<Stream> streams = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            streams.add(device.stream());
        }
        // Striped: four queues that count in one word would measure that word.
        LongAdder ran = new LongAdder();
        Kernel1D kernel = ignored -> ran.increment();
        long start = System.nanoTime();
        for (int i = 0; i < launches; i++) {
            streams.get(i / burst % count).launch(ONE_ITEM, kernel);
        }
        for (Stream stream : streams) {
            stream.await();
        }
        long nanos = System.nanoTime() - start;
        streams.forEach(Stream::close);
        if (ran.sum() != launches) {
            throw new IllegalStateException("not every launch ran once: launches=" + launches + " ran=" + ran);
        }
        return (double) nanos / launches;
    }
}
