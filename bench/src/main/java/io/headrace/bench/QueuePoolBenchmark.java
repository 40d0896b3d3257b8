package io.headrace.bench;

import io.headrace.config.Settings;
import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Choosing one of four queues for a stream, and leaving it. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class QueuePoolBenchmark {

    private static final int QUEUES = 4;
    private static final int SIZE = 64;

    /** The policy. */
    @Param
    QueuePolicy policy;

    private QueuePool pool;
    private DriverDevice device;

    /** Creates the pool and its queues, on the embedded device. */
    @Setup(Level.Trial)
    public void open() {
        Driver host = ServiceLoader.load(Driver.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(driver -> driver.name().equals("host"))
                .findFirst()
                .orElseThrow();
        device = host.open(new DriverEnvironment(Settings.defaults())).getFirst();
        pool = new QueuePool(QUEUES, policy, index -> device.createQueue(index, SIZE));
        pool.slots().forEach(QueueSlot::ensure);
    }

    /** Ends the queues. */
    @TearDown(Level.Trial)
    public void close() {
        pool.slots().forEach(slot -> slot.ensure().close());
        device.close();
    }

    /** By one thread. */
    @Benchmark
    @Threads(1)
    public void acquireAndRelease() {
        pool.acquire().release();
    }

    /** By two threads at once. */
    @Benchmark
    @Threads(2)
    public void acquireAndReleaseByTwo() {
        pool.acquire().release();
    }
}
