package io.headrace.bench;

import io.headrace.config.Knob;
import io.headrace.queue.QueuePolicy;
import java.time.Duration;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A launch and the wait for it, next to what the JDK has for the same and to a bare hand-over between two threads. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class AwaitBenchmark {

    /** With the busy-wait of the environment. */
    @Benchmark
    public void launchAndAwait(DeviceState state) throws InterruptedException {
        state.launchAndAwait();
    }

    /** On the next of four queues each time. */
    @Benchmark
    public void launchAndAwaitOverFourQueues(FourQueues state) throws InterruptedException {
        state.launchAndAwait();
    }

    /** After 1 ms in which nothing happened. */
    @Benchmark
    public void launchAndAwaitAfterIdle(DeviceState state, Idle idle) throws InterruptedException {
        state.launchAndAwait();
    }

    /** The caller parks at once. */
    @Benchmark
    public void launchAndAwaitParked(Parking state) throws InterruptedException {
        state.launchAndAwait();
    }

    /** Two threads that wait like the library, and nothing else. */
    @Benchmark
    public void bareHandOver(HandOverState state) throws InterruptedException {
        state.trip();
    }

    /** A task on an executor of one thread, and the wait for its future. */
    @Benchmark
    public Object executorSubmitAndGet(ExecutorState state) throws InterruptedException, ExecutionException {
        return state.submitAndGet();
    }

    /** The same after 1 ms in which nothing happened. */
    @Benchmark
    public Object executorSubmitAndGetAfterIdle(ExecutorState state, Idle idle)
            throws InterruptedException, ExecutionException {
        return state.submitAndGet();
    }

    /** Queues in turn, whatever their load. */
    public static class FourQueues extends DeviceState {

        @Override
        public void open() {
            super.open();
            device().policy(QueuePolicy.ROUND_ROBIN);
        }
    }

    /** Waits that do not spin. */
    public static class Parking extends DeviceState {

        /** Waits park at once. */
        public Parking() {
            super(options -> options.with(Knob.STREAM_BUSYWAIT, 0));
        }
    }

    /** Does nothing for a while before each call. */
    @State(Scope.Thread)
    public static class Idle {

        private static final Duration TIME = Duration.ofMillis(1);

        /** Sleeps. */
        @Setup(Level.Invocation)
        public void idle() throws InterruptedException {
            Thread.sleep(TIME);
        }
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

        Object submitAndGet() throws InterruptedException, ExecutionException {
            return executor.submit(() -> ran++).get();
        }
    }
}
