package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A million streams at once: each holds a launch behind one signal, which is then set. */
final class StreamsBench implements Bench {

    private static final HeadraceOptions OPTIONS = HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 4);
    private static final Range ONE_ITEM = Range.of(1);
    private static final int STREAMS = 1_000_000;

    /** How many times the crowd is opened; an odd number. */
    private static final int CROWDS = 3;

    private static final int[] SPREADS = {1, 1_000, 100_000};

    /** Two for each of 100,000 streams. */
    private static final int LAUNCHES = 200_000;

    /** How many launches a stream takes at its turn where it takes several. */
    private static final int BURST = 8;

    /** Heap for a stream that holds a launch behind a signal, and what goes with both; generously. */
    private static final long BYTES_WHILE_HELD = 1_500;

    private final int streams;

    /** The bench with the number of streams that its description names. */
    StreamsBench() {
        this(STREAMS);
    }

    StreamsBench(int streams) {
        this.streams = streams;
    }

    @Override
    public String name() {
        return "streams";
    }

    @Override
    public String about() {
        return "a million streams, each with a launch that waits for the same signal";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("open_streams", "", "streams open at the same time"),
                new Figure("bytes_per_stream", "bytes", "heap of a stream that is idle after its launch has run"),
                new Figure(
                        "seconds", "s", "from opening the first one to the end of the last launch, median of 3 times"),
                new Figure("first_seconds", "s", "the same, the first of the 3 times"),
                new Figure("release_seconds", "s", "of these, from setting the signal"),
                new Figure("queues_created", "", "hardware queues that they shared"),
                new Figure("launch_ns_1_stream", "ns", "a launch of many on 1 stream, which is never at rest"),
                new Figure("launch_ns_1000_streams", "ns", "the same on 1,000 streams in turn, each at rest before"),
                new Figure("launch_ns_100000_streams", "ns", "the same on 100,000 streams in turn"),
                new Figure("burst_launch_ns_1_stream", "ns", "a launch of many on 1 stream"),
                new Figure("burst_launch_ns_1000_streams", "ns", "the same on 1,000 streams, 8 launches at each turn"),
                new Figure("burst_launch_ns_100000_streams", "ns", "the same on 100,000 streams"),
                new Figure("wrong", "", "launches that did not run exactly once, each with its own result"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        MemoryNeeds.check(streams * BYTES_WHILE_HELD, streams * BYTES_WHILE_HELD);
        try (Headrace headrace = Headrace.open(OPTIONS)) {
            Device device = DispatchBench.device(headrace);
            new Crowd(device, streams / 5).run(new Samples());
            Samples samples = new Samples();
            double wrong = 0;
            for (int i = 0; i < CROWDS; i++) {
                wrong += new Crowd(device, streams).run(samples);
            }
            Map<String, Double> values = new HashMap<>(samples.medians());
            values.put("wrong", wrong);
            values.put("first_seconds", samples.first("seconds"));
            values.putAll(Rounds.medians(effort, spread -> {
                for (int count : SPREADS) {
                    String on = count + (count == 1 ? "_stream" : "_streams");
                    spread.add("launch_ns_" + on, Spread.nanos(device, count, 1, LAUNCHES));
                    spread.add("burst_launch_ns_" + on, Spread.nanos(device, count, BURST, BURST * LAUNCHES));
                }
            }));
            return values;
        }
    }

    /** Streams, and what each one is to do. */
    private static final class Crowd {

        private final Device device;
        private final int count;
        private final List<Stream> streams;

        Crowd(Device device, int count) {
            this.device = device;
            this.count = count;
            this.streams = new ArrayList<>(count);
        }

        /** Returns how many launches went wrong. */
        long run(Samples samples) throws InterruptedException {
            long[] host = new long[count];
            try (I64 results = device.i64(count);
                    Signal gate = device.signal(0)) {
                long before = HeapUse.afterCollection();
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    long number = i;
                    Stream stream = device.stream();
                    stream.waitFor(gate, Condition.GTE, 1)
                            .launch(ONE_ITEM, ignored -> results.set(number, results.get(number) + result(number)));
                    streams.add(stream);
                }
                long released = System.nanoTime();
                gate.storeRelease(1);
                for (Stream stream : streams) {
                    stream.await();
                }
                long end = System.nanoTime();
                long after = HeapUse.afterCollection();
                streams.getFirst().copy(results, host).await();
                samples.add("open_streams", count);
                samples.add("bytes_per_stream", (double) (after - before) / count);
                samples.add("seconds", seconds(end - start));
                samples.add("release_seconds", seconds(end - released));
                samples.add("queues_created", device.queues().created());
                for (Stream stream : streams) {
                    stream.close();
                }
                return wrong(host);
            }
        }

        private static long result(long number) {
            return 3 * number + 1;
        }

        private static long wrong(long[] results) {
            long wrong = 0;
            for (int i = 0; i < results.length; i++) {
                if (results[i] != result(i)) {
                    wrong++;
                }
            }
            return wrong;
        }

        private static double seconds(long nanos) {
            return (double) nanos / TimeUnit.SECONDS.toNanos(1);
        }
    }
}
