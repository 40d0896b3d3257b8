package io.headrace.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Empty launches, pipelined and awaited one by one, beside a one-thread executor. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class DispatchBenchmark {

    /** A launch that is not waited for; the ring is full most of the time. */
    @Benchmark
    public void launchPipelined(DeviceState state) {
        state.launch();
    }

    /** A launch and the wait for it. */
    @Benchmark
    public void launchAndAwait(DeviceState state) throws InterruptedException {
        state.launch();
        state.stream().await();
    }

    /** What the JDK has for the same. */
    @Benchmark
    public Object executorSubmitAndGet(ExecutorState state) throws InterruptedException, ExecutionException {
        return state.executor.submit(() -> state.ran++).get();
    }

    /** An executor of one thread. */
    @State(Scope.Benchmark)
    public static class ExecutorState {

        private final ExecutorService executor = Executors.newSingleThreadExecutor();
        private long ran;

        /** Ends the executor. */
        @TearDown(Level.Trial)
        public void close() {
            executor.close();
        }
    }
}
