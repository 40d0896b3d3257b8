package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads by the thousand, each with a stream of its own; and what their waits do to others of their scheduler. */
final class VirtualBench implements Bench {

    private static final HeadraceOptions OPTIONS = HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 4);
    private static final int THREADS = 100_000;
    private static final int INTS = 1_024;
    private static final Range ITEMS = Range.of(INTS);

    private static final int WAITING = 1_000;
    private static final Duration OPERATION = Duration.ofMillis(200);

    /** Arrays up and down, a buffer and a stack for each thread, if none has ended before the last one begins. */
    private static final long BYTES_PER_THREAD = 16_384;

    private final int count;

    /** The bench with the number of threads that its description names. */
    VirtualBench() {
        this(THREADS);
    }

    VirtualBench(int threads) {
        this.count = threads;
    }

    @Override
    public String name() {
        return "virtual";
    }

    @Override
    public String about() {
        return "100,000 virtual threads, each with a stream: 4 KiB up, a kernel, 4 KiB down; then 1,000 that wait for one operation";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("threads", "", "virtual threads with a stream each"),
                new Figure("seconds", "s", "from the start of the first one to the end of the last one"),
                new Figure("wrong", "", "threads whose result was not right"),
                new Figure(
                        "waits_ms",
                        "ms",
                        "1,000 threads wait for an operation of 200 ms: until the last one has gone on"),
                new Figure(
                        "ticker_late_ms_p99",
                        "ms",
                        "how late a thread beside them is that sleeps 1 ms at a time, 99 of 100"),
                new Figure("ticker_late_ms_max", "ms", "the same, at worst"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        MemoryNeeds.check(2L * count * BYTES_PER_THREAD, count * BYTES_PER_THREAD);
        try (Headrace headrace = Headrace.open(OPTIONS)) {
            Device device = DispatchBench.device(headrace);
            all(device, count / 10, new Samples());
            waits(device, new Samples());
            Samples samples = new Samples();
            all(device, count, samples);
            waits(device, samples);
            return samples.medians();
        }
    }

    private static void all(Device device, int count, Samples samples) throws InterruptedException {
        AtomicInteger right = new AtomicInteger();
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                if (isRight(device, number)) {
                    right.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        samples.add("threads", count);
        samples.add("seconds", (double) (System.nanoTime() - start) / TimeUnit.SECONDS.toNanos(1));
        samples.add("wrong", count - right.get());
    }

    private static boolean isRight(Device device, int number) {
        int[] up = new int[INTS];
        int[] down = new int[INTS];
        for (int i = 0; i < INTS; i++) {
            up[i] = number + i;
        }
        try (I32 x = device.i32(INTS);
                Stream stream = device.stream()) {
            stream.copy(up, x)
                    .launch(ITEMS, i -> x.set(i, 2 * x.get(i) + 1))
                    .copy(x, down)
                    .await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the threads of this bench", e);
        }
        for (int i = 0; i < INTS; i++) {
            if (down[i] != 2 * (number + i) + 1) {
                return false;
            }
        }
        return true;
    }

    private static void waits(Device device, Samples samples) throws InterruptedException {
        try (Stream stream = device.stream()) {
            Ticker ticker = Ticker.start();
            long start = System.nanoTime();
            stream.launch(Range.of(1), ignored -> sleepIn(OPERATION));
            List<Thread> threads = new ArrayList<>(WAITING);
            for (int i = 0; i < WAITING; i++) {
                threads.add(Thread.startVirtualThread(() -> await(stream)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            long nanos = System.nanoTime() - start;
            ticker.stop();
            samples.add("waits_ms", (double) nanos / TimeUnit.MILLISECONDS.toNanos(1));
            samples.add("ticker_late_ms_p99", ticker.lateMillis(99));
            samples.add("ticker_late_ms_max", ticker.lateMillis(100));
        }
    }

    private static void await(Stream stream) {
        try {
            stream.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the threads of this bench", e);
        }
    }

    /** What a long operation of another device looks like from here: it takes its time and no processor. */
    private static void sleepIn(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a queue's thread", e);
        }
    }
}
