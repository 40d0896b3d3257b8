package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.DriverReport;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.ConfigurationException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule 8 for the runtime: handles on one runtime, the last of which ends it. */
abstract class RuntimeContract extends DriverContract {

    @Test
    void theLastOfThreeHandlesEndsTheRuntime() throws InterruptedException {
        Faults faults = new Faults();
        HeadraceOptions options = options(new FaultyDriver(driver(), faults));
        Headrace first = open(options);
        Headrace second = open(options);
        Headrace third = open(options);
        assertThat(first.device()).isSameAs(third.device());
        first.close();
        first.close();
        first.close();
        second.close();
        assertThat(third.isClosed()).isFalse();
        try (Stream stream = third.device().stream()) {
            finish(stream.launch(Range.of(1), x -> {}));
        }
        assertThat(faults.openDevices()).isPositive();
        third.close();
        assertThat(faults.openDevices()).isZero();
        assertThat(faults.openQueues()).isZero();
        third.close();
        assertThat(third.isClosed()).isTrue();
    }

    @Test
    void aClosedHandleIsAnErrorToUse() {
        HeadraceOptions options = options();
        Headrace used = open(options);
        Headrace kept = open(options);
        used.close();
        assertThat(used.isClosed()).isTrue();
        assertThatThrownBy(used::device)
                .isInstanceOf(ClosedException.class)
                .hasMessageContaining("closed")
                .hasMessageContaining("Headrace.open()");
        assertThatThrownBy(used::devices).isInstanceOf(ClosedException.class);
        assertThatThrownBy(used::drivers).isInstanceOf(ClosedException.class);
        assertThatThrownBy(used::settings).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> used.signal(0)).isInstanceOf(ClosedException.class);
        assertThat(kept.device().id()).isNotEmpty();
    }

    @Test
    void aDeviceOfAnEndedRuntimeIsAnErrorToUse() {
        Headrace headrace = open(options());
        Device device = headrace.device();
        Stream stream = device.stream();
        headrace.close();
        assertThatThrownBy(device::stream).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> device.buffer(8)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> stream.launch(Range.of(1), x -> {})).isInstanceOf(ClosedException.class);
        stream.close();
    }

    @Test
    void aSecondOpenWithOtherOptionsIsRefused() {
        HeadraceOptions options = options();
        open(options);
        assertThatThrownBy(() -> Headrace.open(options.with(Knob.NUM_QUEUES, 3)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("open=", "asked=", "NUM_QUEUES=3", "close all handles");
        open(options.with(Knob.NUM_QUEUES, 4));
    }

    @Test
    void theRuntimeCanBeOpenedAgainWithOtherOptionsOnceItHasEnded() throws InterruptedException {
        for (int queues = 1; queues <= 4; queues++) {
            Headrace headrace = open(options().with(Knob.NUM_QUEUES, queues));
            assertThat(headrace.device().queues().limit()).isEqualTo(queues);
            try (Stream stream = headrace.device().stream()) {
                finish(stream.launch(Range.of(1), x -> {}));
            }
            headrace.close();
        }
    }

    @Test
    void theCloseWaitsForWorkInFlight() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        Headrace headrace = open(options());
        Gate gate = gate();
        Stream stream = gate.hold(headrace.device().stream());
        stream.launch(Range.of(1), x -> ran.incrementAndGet()).hostCall(ran::incrementAndGet);
        stream.close();
        gate.awaitArrivals(1);
        Task<Boolean> close = Task.run(headrace::close);
        Eventually.isBlocked(close.thread());
        assertThat(close.isDone()).isFalse();
        gate.open();
        close.join();
        assertThat(ran).hasValue(2);
    }

    @Test
    void theCloseReportsWhatDidNotEndInTime() {
        Headrace headrace = open(options().with(Knob.CLOSE_TIMEOUT, 1));
        Gate gate = gate();
        gate.hold(headrace.device().stream());
        gate.awaitArrivals(1);
        assertThatThrownBy(headrace::close)
                .isInstanceOf(HeadraceException.class)
                .hasMessageContaining("queue=0");
        assertThat(headrace.isClosed()).isTrue();
        headrace.close();
        gate.open();
    }

    @Test
    void theCloseGivesUpOnWhatIsHeldForeverAndFreesThoseWhoWait() throws Exception {
        Headrace headrace = open(options().with(Knob.CLOSE_TIMEOUT, 1));
        Signal never = headrace.signal(0);
        Stream stuck =
                headrace.device().stream().waitFor(never, Condition.EQ, 1).launch(Range.of(1), x -> {});
        Task<Boolean> wait = Task.start(() -> stuck.await(LIMIT));
        Eventually.isBlocked(wait.thread());
        assertThatThrownBy(headrace::close).isInstanceOf(HeadraceException.class);
        assertThat(wait.failure()).isInstanceOf(RuntimeException.class);
    }

    @Test
    void afterACloseThatFailedTheRuntimeCanBeOpenedAgain() throws InterruptedException {
        Headrace headrace = open(options().with(Knob.CLOSE_TIMEOUT, 0));
        Gate gate = gate();
        gate.hold(headrace.device().stream());
        gate.awaitArrivals(1);
        assertThatThrownBy(headrace::close).isInstanceOf(HeadraceException.class);
        Device device = device();
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(1), x -> {}));
        }
        gate.open();
    }

    @Test
    void theCloseThrowsOnceWithAllThatDidNotEnd() {
        Headrace headrace = open(options().with(Knob.CLOSE_TIMEOUT, 0));
        Gate gate = gate();
        gate.hold(headrace.device().stream());
        gate.hold(headrace.device().stream());
        Signal never = headrace.signal(0);
        Stream held = headrace.device().stream().waitFor(never, Condition.EQ, 1).launch(Range.of(1), x -> {});
        gate.awaitArrivals(2);
        assertThatThrownBy(headrace::close)
                .hasMessageContaining("queue=0")
                .hasMessageContaining("queue=1")
                .hasMessageContaining("stream=" + held.id());
        headrace.close();
        gate.open();
    }

    @Test
    void theRuntimeLeavesNoThreadsBehind() throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            Device device = device();
            try (Stream stream = device.stream();
                    var cell = device.i32(1)) {
                finish(stream.launch(Range.of(100_000), x -> {})
                        .copy(new int[1], cell)
                        .copy(cell, new int[1])
                        .hostCall(() -> {}));
            }
            closeAllHandles();
        }
        Eventually.isTrue(
                () -> "no thread of the library is left, threads=" + threadsOfTheLibrary(),
                () -> threadsOfTheLibrary().isEmpty());
    }

    private static List<Thread> threadsOfTheLibrary() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("headrace-"))
                .toList();
    }

    @Test
    void allThreadsOfTheLibraryAreDaemons() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream();
                var cell = device.i32(1)) {
            finish(stream.launch(Range.of(100_000), x -> {})
                    .copy(new int[1], cell)
                    .copy(cell, new int[1])
                    .hostCall(() -> {}));
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("headrace-")))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
        }
    }

    @Test
    void theDriverIsReported() {
        Headrace headrace = open(options());
        assertThat(headrace.drivers())
                .extracting(DriverReport::name)
                .containsExactly(driverUnderTest().name());
        assertThat(headrace.drivers()).allMatch(DriverReport::usable);
        assertThat(headrace.devices()).contains(headrace.device());
        Device device = headrace.device();
        assertThat(device.id()).isEqualTo(driverUnderTest().name() + ":0");
        assertThat(device.name()).isEqualTo(device.info().name());
        assertThat(headrace.settings().number(Knob.NUM_QUEUES)).isEqualTo(4);
    }

    @Test
    void theDeviceCanBeNamed() {
        String name = driverUnderTest().name();
        assertThat(open(options().with(Knob.DEVICE, name + ":0")).device().id()).isEqualTo(name + ":0");
        closeAllHandles();
        HeadraceOptions missing = options().with(Knob.DEVICE, name + ":99");
        assertThatThrownBy(() -> open(missing).device())
                .isInstanceOf(HeadraceException.class)
                .hasMessageContaining(name + ":99");
    }

    @Test
    void aQueueSizeThatIsNoPowerOfTwoIsRefusedByName() {
        assertThatThrownBy(() -> open(options().with(Knob.QUEUE_SIZE, 1_000)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("QUEUE_SIZE")
                .hasMessageContaining("1000")
                .hasMessageContaining("power of two");
    }

    @Test
    void manyThreadsOpenAndCloseHandlesAtOnce() throws Exception {
        HeadraceOptions options = options();
        for (int round = 0; round < 20; round++) {
            Headrace kept = open(options);
            List<Task<Boolean>> tasks = new ArrayList<>();
            for (int t = 0; t < 16; t++) {
                tasks.add(Task.run(() -> {
                    try (Headrace headrace = Headrace.open(options);
                            Stream stream = headrace.device().stream()) {
                        finish(stream.launch(Range.of(1), x -> {}));
                    }
                }));
            }
            for (Task<Boolean> task : tasks) {
                task.join();
            }
            kept.close();
        }
    }

    @Test
    void handlesThatComeAndGoMayEndTheRuntimeAtAnyMoment() throws Exception {
        HeadraceOptions options = options();
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            tasks.add(Task.run(() -> {
                for (int i = 0; i < 30; i++) {
                    try (Headrace headrace = Headrace.open(options);
                            Stream stream = headrace.device().stream()) {
                        finish(stream.launch(Range.of(1), x -> {}));
                    }
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            task.join();
        }
    }
}
