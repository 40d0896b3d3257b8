package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.LIMIT;
import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.Timestamps;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.RingQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueuesTest {

    @Test
    void aQueueThatWasNotStartedGivesItsNumberBack() {
        OpenCl.require();
        ClDevice device = (ClDevice) new OpenClDriver()
                .open(new DriverEnvironment(Settings.defaults()))
                .getFirst();
        RingQueue queue = device.makeQueue("never started", 4, QueuePriority.NORMAL, 0);
        int next = device.takeSlot();
        queue.abandon();
        assertThat(device.takeSlot()).isEqualTo(next - 1);
        device.close();
    }

    @Test
    void aQueueKeepsItsOrderWhenTimesAreWantedForTheFirstTime() throws Exception {
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.with(Knob.NUM_QUEUES, 1));
                Stream plain = opencl.device().stream();
                Stream timed = opencl.device().stream(StreamOptions.defaults().withProfiling())) {
            CompletableFuture<Long> first = new CompletableFuture<>();
            CompletableFuture<Long> event = new CompletableFuture<>();
            CompletableFuture<Long> second = new CompletableFuture<>();
            CompletableFuture<Long> behind = new CompletableFuture<>();
            plain.nativeCall(handle -> {
                NativeQueue queue = new NativeQueue(handle);
                long made = queue.userEvent();
                queue.enqueueWait(made);
                first.complete(handle);
                event.complete(made);
            });
            timed.nativeCall(handle -> {
                second.complete(handle);
                behind.complete(new NativeQueue(handle).marker());
            });
            long marker = behind.get(30, TimeUnit.SECONDS);
            assertThat(second.get(30, TimeUnit.SECONDS))
                    .as("the command queue with times")
                    .isNotEqualTo(first.get(30, TimeUnit.SECONDS));
            Thread.sleep(20);
            assertThat(NativeQueue.hasEnded(marker)).isFalse();
            NativeQueue.set(event.get(30, TimeUnit.SECONDS), 0);
            finish(plain);
            finish(timed);
            assertThat(NativeQueue.hasEnded(marker)).isTrue();
            NativeQueue.release(marker);
        }
    }

    @Test
    void whatANativeCallEnqueuesEndsBeforeWhatIsBehindIt() throws Exception {
        try (OpenClRuntime opencl = new OpenClRuntime();
                I32 x = opencl.device().i32(1);
                Stream stream = opencl.device().stream()) {
            CompletableFuture<Long> event = new CompletableFuture<>();
            Event behind = opencl.device().event();
            int[] back = {7};
            stream.nativeCall(handle -> {
                        NativeQueue queue = new NativeQueue(handle);
                        long made = queue.userEvent();
                        queue.enqueueWait(made);
                        event.complete(made);
                    })
                    .record(behind);
            long made = event.get(30, TimeUnit.SECONDS);
            assertThat(behind.await(Duration.ofMillis(20))).isFalse();
            stream.fill(x, 5).copy(x, back);
            assertThat(behind.isDone()).isFalse();
            NativeQueue.set(made, 0);
            finish(stream);
            assertThat(back).containsExactly(5);
        }
    }

    @Test
    void timesOfCommandsLieBetweenTheHostsOwn() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                I32 x = opencl.device().i32(1 << 20);
                Signal signal = opencl.device().signal(0);
                Stream stream = opencl.device().stream(StreamOptions.defaults().withProfiling())) {
            for (int round = 1; round <= 10; round++) {
                long before = System.nanoTime();
                stream.fill(x, round).set(signal, round);
                assertThat(signal.await(Condition.EQ, round, LIMIT)).isTrue();
                long after = System.nanoTime();
                Timestamps times = signal.copyTimes(DeviceClock.host()).orElseThrow();
                // Both clocks are brought together to some microseconds; far below what a wrong clock would be off by.
                long slack = TimeUnit.MILLISECONDS.toNanos(50);
                assertThat(times.startNanos()).isBetween(before - slack, after + slack);
                assertThat(times.endNanos()).isBetween(times.startNanos(), after + slack);
            }
        }
    }

    @Test
    void memoryOfOthersIsNotWrapped() {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Buffer own = opencl.device().buffer(64)) {
            opencl.device().wrap(own.nativeAddress() + 60, 4).close();
            assertThatThrownBy(() -> opencl.device().wrap(own.nativeAddress() + 60, 5))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("bytes=5", "parts of its own buffers");
            assertThatThrownBy(() -> opencl.device().wrap(4_096, 8)).isInstanceOf(UnsupportedFeatureException.class);
        }
    }
}
