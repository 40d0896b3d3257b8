package io.headrace.hsa;

import static io.headrace.hsa.HsaRuntime.LIMIT;
import static io.headrace.hsa.HsaRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Event;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.error.DeviceFailureException;
import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.Timestamps;
import io.headrace.spi.NativeBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class QueuesTest {

    private static Source source() {
        Hsa.require();
        StandIn standIn = StandIn.get();
        return Source.hsaCodeObject(new CodeObjectWriter()
                .kernel(
                        "expect",
                        standIn.function("kernel_expect"),
                        Parameter.pointer(),
                        Parameter.pointer(),
                        Parameter.value(8))
                .kernel("spin_ns", standIn.function("kernel_spin_ns"), Parameter.value(8))
                .kernel(
                        "add_i32",
                        standIn.function("kernel_add_i32"),
                        Parameter.pointer(),
                        Parameter.value(4),
                        Parameter.value(8))
                .unknown("unknown")
                .bytes());
    }

    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void eightProducersOnARingOf64LoseNoneOfAMillionPacketsNorTheirOrder() throws Exception {
        int producers = 8;
        int each = 125_000;
        try (HsaRuntime hsa = new HsaRuntime(
                        options -> options.with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, 64));
                Program program = hsa.device().compile(source());
                I64 next = hsa.device().i64(producers);
                I64 wrong = hsa.device().i64(1);
                ExecutorService threads = Executors.newFixedThreadPool(producers)) {
            Kernel expect = program.kernel("expect");
            List<Future<?>> all = new ArrayList<>();
            for (int producer = 0; producer < producers; producer++) {
                I64 own = next.elements(producer, 1);
                all.add(threads.submit(() -> {
                    try (Stream stream = hsa.device().stream()) {
                        for (long number = 0; number < each; number++) {
                            stream.launch(expect, Range.of(1), own, wrong, number);
                        }
                        assertThat(stream.await(Duration.ofSeconds(150))).isTrue();
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get(170, TimeUnit.SECONDS);
            }
            long[] reached = new long[producers];
            long[] mistakes = new long[1];
            try (Stream stream = hsa.device().stream()) {
                finish(stream.copy(next, reached).copy(wrong, mistakes));
            }
            assertThat(reached).containsOnly(each);
            assertThat(mistakes).containsExactly(0);
        }
    }

    @Test
    void anErrorOfAQueueFailsTheDeviceWithTheNameOfItsCodeUntilItIsOpenedAgain() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime()) {
            Program program = hsa.device().compile(source());
            Stream stream = hsa.device().stream();
            Stream other = hsa.device().stream();
            other.launch(program.kernel("spin_ns"), Range.of(1), 50_000_000L);
            stream.launch(program.kernel("unknown"), Range.of(1)).launch(program.kernel("spin_ns"), Range.of(1), 1L);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOfSatisfying(DeviceFailureException.class, e -> {
                assertThat(e.codeName()).isEqualTo("HSA_STATUS_ERROR_INVALID_CODE_OBJECT");
                assertThat(e.code()).isEqualTo(0x1010);
                assertThat(e.device()).isEqualTo("hsa:0");
                assertThat(e.operation()).contains("headrace-hsa-0-queue-");
                assertThat(e.sticky()).isTrue();
            });
            assertThatThrownBy(() -> other.launch(program.kernel("spin_ns"), Range.of(1), 1L)
                            .await(LIMIT))
                    .isInstanceOf(DeviceFailureException.class);
            assertThatThrownBy(() -> hsa.device().buffer(8)).isInstanceOf(DeviceFailureException.class);
            stream.close();
            other.close();
            program.close();
        }
        try (HsaRuntime again = new HsaRuntime();
                I32 x = again.device().i32(1);
                Stream stream = again.device().stream()) {
            int[] back = new int[1];
            finish(stream.fill(x, 5).copy(x, back));
            assertThat(back).containsExactly(5);
        }
    }

    @Test
    void copiesFillsAndKernelsOfOneQueueWaitForEachOther() throws InterruptedException {
        int n = 1_000;
        try (HsaRuntime hsa = new HsaRuntime(options -> options.with(Knob.NUM_QUEUES, 1));
                Program program = hsa.device().compile(source());
                I32 x = hsa.device().i32(n);
                I32 y = hsa.device().i32(n);
                Stream stream = hsa.device().stream()) {
            Kernel add = program.kernel("add_i32");
            int[] back = new int[n];
            int[] first = new int[n];
            for (int round = 0; round < 100; round++) {
                stream.fill(x, round)
                        .launch(program.kernel("spin_ns"), Range.of(1), 100_000L)
                        .launch(add, Range.of(n), x, 1, (long) n)
                        .copy(x, y)
                        .copy(x, first)
                        .launch(add, Range.of(n), y, 1, (long) n)
                        .copy(y, x)
                        .launch(add, Range.of(n), x, 1, (long) n)
                        .launch(add, Range.of(n), x, 1, (long) n)
                        .copy(x, back);
                finish(stream);
                assertThat(first).containsOnly(round + 1);
                assertThat(back).containsOnly(round + 4);
            }
        }
    }

    @Test
    void whatANativeCallEnqueuesEndsBeforeWhatIsBehindIt() throws Exception {
        try (HsaRuntime hsa = new HsaRuntime();
                I32 x = hsa.device().i32(1);
                Stream stream = hsa.device().stream();
                NativeBlock word = new NativeBlock(Long.BYTES)) {
            HsaApi api = HsaLibrary.load("").api();
            assertThat(api.signalCreate(1, 0, 0, 1, word.address())).isZero();
            long gate = word.getLong(0);
            CompletableFuture<Void> enqueued = new CompletableFuture<>();
            Event behind = hsa.device().event();
            int[] back = {7};
            stream.nativeCall(queue -> {
                        NativePackets.barrier(api, queue, gate);
                        enqueued.complete(null);
                    })
                    .record(behind);
            enqueued.get(30, TimeUnit.SECONDS);
            assertThat(behind.await(Duration.ofMillis(20))).isFalse();
            stream.fill(x, 5).copy(x, back);
            assertThat(behind.isDone()).isFalse();
            api.signalStoreRelease(gate, 0);
            finish(stream);
            assertThat(back).containsExactly(5);
            api.signalDestroy(gate);
        }
    }

    @Test
    void timesOfKernelsAndCopiesLieBetweenTheHostsOwn() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(source());
                I32 x = hsa.device().i32(1 << 18);
                I32 y = hsa.device().i32(1 << 18);
                Signal signal = hsa.device().signal(0);
                Stream stream = hsa.device().stream(StreamOptions.defaults().withProfiling())) {
            // Both clocks are compared to some microseconds; far below what a wrong clock would be off by.
            long slack = TimeUnit.MILLISECONDS.toNanos(50);
            long spin = TimeUnit.MILLISECONDS.toNanos(2);
            for (int round = 1; round <= 10; round++) {
                long before = System.nanoTime();
                boolean copies = round % 2 == 0;
                if (copies) {
                    stream.copy(x, y);
                } else {
                    stream.launch(program.kernel("spin_ns"), Range.of(1), spin);
                }
                stream.set(signal, round);
                assertThat(signal.await(Condition.EQ, round, LIMIT)).isTrue();
                long after = System.nanoTime();
                Timestamps times = (copies
                                ? signal.copyTimes(DeviceClock.host())
                                : signal.dispatchTimes(DeviceClock.host()))
                        .orElseThrow();
                assertThat(times.startNanos()).isBetween(before - slack, after + slack);
                assertThat(times.endNanos()).isBetween(times.startNanos() + (copies ? 0 : spin), after + slack);
            }
        }
    }
}
