package io.headrace.cli.bench;

import io.headrace.cli.CommandFailure;
import io.headrace.config.Settings;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether it matters how streams choose their queue. Streams arrive one after the other, few of them with a long operation, and
 * take one of the queues of a real device, whose operations take time but no processor.
 *
 * <p>The third policy is what a known fault made of busy tracking elsewhere: counts were kept as booleans, so that 1 user and
 * 5 were the same, and once all queues were in use everything went to the first one.
 */
final class PolicyBench implements Bench {

    private static final int[] QUEUES = {1, 2, 4, 8, 16};
    private static final int QUEUE_SIZE = 512;
    private static final int LONG_STREAMS = 8;
    private static final int SHORT_STREAMS = 192;
    private static final Duration LONG = Duration.ofMillis(50);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration ARRIVAL = Duration.ofMillis(1);
    private static final double HIGH = 0.99;

    /** One round takes some seconds. */
    private static final int QUICK_ROUNDS = 3;

    private static final int FULL_ROUNDS = 15;

    /** Always the same, so that all policies meet the same streams in the same order. */
    private static final long SEED = 5;

    private final int longStreams;
    private final int shortStreams;

    /** The bench with the streams that its description names. */
    PolicyBench() {
        this(LONG_STREAMS, SHORT_STREAMS);
    }

    PolicyBench(int longStreams, int shortStreams) {
        this.longStreams = longStreams;
        this.shortStreams = shortStreams;
    }

    /** How a stream gets a queue. */
    private enum Policy {
        BUSY_TRACKING("busy", "busy tracking"),
        ROUND_ROBIN("robin", "round robin"),
        BOOLEAN_COUNTS("boolean", "busy tracking with boolean counts");

        private final String key;
        private final String words;

        Policy(String key, String words) {
            this.key = key;
            this.words = words;
        }

        QueuePolicy ofPool() {
            return this == ROUND_ROBIN ? QueuePolicy.ROUND_ROBIN : QueuePolicy.BUSY_TRACKING;
        }

        QueueSlot acquire(QueuePool pool) {
            return this == BOOLEAN_COUNTS ? acquireByBooleans(pool) : pool.acquire();
        }
    }

    @Override
    public String name() {
        return "policy";
    }

    @Override
    public String about() {
        return LONG_STREAMS + " streams with an operation of 50 ms among " + SHORT_STREAMS
                + " of 1 ms, one arriving each ms, on 1 to 16 queues";
    }

    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (Policy policy : Policy.values()) {
            for (int queues : QUEUES) {
                figures.add(new Figure(
                        key(policy, queues, "makespan_ms"),
                        "ms",
                        policy.words + ", queues=" + queues + ": until all have ended"));
                figures.add(new Figure(
                        key(policy, queues, "p99_ms"), "ms", "the same, from arrival to end, 99 of 100 streams"));
            }
        }
        return figures;
    }

    private static String key(Policy policy, int queues, String what) {
        return policy.key + "_" + queues + "_" + what;
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Driver driver = ServiceLoader.load(Driver.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals("host"))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("this bench needs the host driver, which is not there"));
        DriverDevice device =
                driver.open(new DriverEnvironment(Settings.defaults())).getFirst();
        try {
            int rounds = effort.rounds() > Effort.QUICK.rounds() ? FULL_ROUNDS : QUICK_ROUNDS;
            return Rounds.medians(new Effort(rounds, 0, effort.factor()), samples -> round(device, samples));
        } finally {
            device.close();
        }
    }

    private void round(DriverDevice device, Samples samples) throws InterruptedException {
        for (int queues : QUEUES) {
            for (Policy policy : Policy.values()) {
                measure(device, policy, queues, samples);
            }
        }
    }

    private void measure(DriverDevice device, Policy policy, int queues, Samples samples) throws InterruptedException {
        QueuePool pool = new QueuePool(queues, policy.ofPool(), index -> device.createQueue(index, QUEUE_SIZE));
        List<Duration> streams = streams();
        CountDownLatch left = new CountDownLatch(streams.size());
        List<TimedPacket> packets = new ArrayList<>(streams.size());
        try {
            long start = System.nanoTime();
            for (int i = 0; i < streams.size(); i++) {
                awaitTime(start + i * ARRIVAL.toNanos());
                TimedPacket packet = new TimedPacket(launch(device, streams.get(i)), policy.acquire(pool), left);
                packets.add(packet);
                packet.offer();
            }
            left.await();
            samples.add(key(policy, queues, "makespan_ms"), millis(System.nanoTime() - start));
            double[] times = packets.stream()
                    .mapToDouble(packet -> millis(packet.nanos()))
                    .sorted()
                    .toArray();
            samples.add(key(policy, queues, "p99_ms"), times[(int) Math.ceil(HIGH * times.length) - 1]);
        } finally {
            pool.slots().forEach(QueueSlot::close);
        }
    }

    private List<Duration> streams() {
        List<Duration> streams = new ArrayList<>(Collections.nCopies(shortStreams, SHORT));
        streams.addAll(Collections.nCopies(longStreams, LONG));
        Collections.shuffle(streams, new Random(SEED));
        return streams;
    }

    private static Command launch(DriverDevice device, Duration time) {
        Kernel1D kernel = ignored -> awaitTime(System.nanoTime() + time.toNanos());
        return new Command.Launch(device.prepare(kernel), kernel, Range.of(1));
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The fault: a queue is in use or not, and the first of those with the least use is taken. */
    private static QueueSlot acquireByBooleans(QueuePool pool) {
        List<QueueSlot> slots = pool.slots();
        QueueSlot chosen =
                slots.stream().filter(slot -> slot.users() == 0).findFirst().orElse(slots.getFirst());
        chosen.acquire();
        return chosen;
    }

    private static double millis(long nanos) {
        return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
