package io.headrace.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Empty launches one behind the other on one stream, and the way of a word from one processor to another and back. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class DispatchBenchmark {

    /** Half of the default ring, so that it is never full. */
    private static final int BATCH = 256;

    /** A launch that is not waited for; the ring is full most of the time. */
    @Benchmark
    public void launchPipelinedFull(DeviceState state) {
        state.launch();
    }

    /** A launch of many that are waited for together; there is always room in the ring. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void launchPipelined(DeviceState state) throws InterruptedException {
        for (int i = 0; i < BATCH; i++) {
            state.launch();
        }
        state.stream().await();
    }

    /** A word from this thread to another and back. */
    @Benchmark
    public void pingPong(PingPongState state) {
        state.trip();
    }
}
