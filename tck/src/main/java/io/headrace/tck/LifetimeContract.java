package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule 6, lifetimes: what an operation uses stays valid until it has completed. */
abstract class LifetimeContract extends DriverContract {

    @Test
    void aBufferClosedWithCopiesPendingIsFreedAfterThem() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        int before = faults.liveMemory();
        Gate gate = gate();
        int[] back = new int[2];
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            try (I32 x = device.i32(2)) {
                stream.copy(new int[] {4, 5}, x).copy(x, back);
            }
            assertThat(faults.liveMemory()).isEqualTo(before + 1);
            gate.open();
            finish(stream);
        }
        assertThat(back).containsExactly(4, 5);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aViewCapturedByAKernelEnqueuedBeforeTheCloseStillWorks() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        int before = faults.liveMemory();
        Gate gate = gate();
        int[] back = new int[100];
        try (Stream stream = device.stream();
                I32 out = device.i32(100)) {
            gate.hold(stream);
            I32 x = device.i32(100);
            stream.fill(x, 7)
                    .launch(Range.of(100), i -> out.set(i, x.get(i) + 1))
                    .launch(Range.of(100), i -> x.set(i, 3))
                    .launch(Range.of(100), i -> out.set(i, out.get(i) + x.get(i)));
            x.close();
            assertThat(x.isClosed()).isTrue();
            assertThat(faults.liveMemory()).isEqualTo(before + 2);
            gate.open();
            finish(stream.copy(out, back));
        }
        assertThat(back).containsOnly(11);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aKernelThatIsHeldWhenItsViewIsClosedStillWorks() throws InterruptedException {
        Device device = device();
        int[] back = new int[100];
        try (Signal signal = device.signal(0);
                Stream stream = device.stream();
                Stream other = device.stream();
                I32 out = device.i32(100)) {
            I32 x = device.i32(100);
            finish(other.fill(x, 7));
            stream.waitFor(signal, Condition.EQ, 1).launch(Range.of(100), i -> out.set(i, x.get(i)));
            x.close();
            for (int i = 0; i < 100; i++) {
                finish(other.launch(Range.of(10), item -> {}));
                device.buffer(400).close();
            }
            signal.storeRelease(1);
            finish(stream.copy(out, back));
        }
        assertThat(back).containsOnly(7);
    }

    @Test
    void aRunningKernelKeepsTheViewsItCaptured() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = new int[1];
        try (Stream stream = device.stream();
                Stream other = device.stream();
                I32 out = device.i32(1)) {
            I32 x = device.i32(1);
            finish(stream.fill(x, 9));
            stream.launch(Range.of(1), i -> {
                gate.pass();
                out.set(0, x.get(0));
            });
            gate.awaitArrivals(1);
            x.close();
            for (int i = 0; i < 100; i++) {
                finish(other.launch(Range.of(1), item -> {}));
                device.buffer(4).close();
            }
            gate.open();
            finish(stream.copy(out, back));
        }
        assertThat(back).containsExactly(9);
    }

    @Test
    void aClosedBufferIsAnErrorToUse() throws InterruptedException {
        Device device = device();
        try (I32 open = device.i32(2);
                Stream stream = device.stream()) {
            I32 x = device.i32(2);
            x.close();
            x.close();
            assertThat(x.isClosed()).isTrue();
            assertThatThrownBy(() -> stream.copy(new int[2], x)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.copy(x, new int[2])).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.copy(x, open)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.copy(open, x)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.copy(MemorySegment.ofArray(new int[2]), x))
                    .isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.fill(x, 1)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.fillBytes(x, (byte) 1)).isInstanceOf(ClosedException.class);
            finish(stream.fill(open, 1));
        }
    }

    @Test
    void aViewClosedLongBeforeItsKernelWasEnqueuedFailsTheKernelOrIsStillThere() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream()) {
            I32 x = device.i32(2);
            x.close();
            Eventually.isTrue("a kernel on a closed view is refused", () -> {
                try {
                    stream.launch(Range.of(2), i -> x.set(i, 1)).await(LIMIT);
                    return false;
                } catch (KernelException e) {
                    return e.getCause() instanceof ClosedException;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            finish(stream.launch(Range.of(1), i -> {}));
        }
    }

    @Test
    void slicesAndViewsShareTheLifeOfTheirBuffer() {
        Device device = device();
        Buffer whole = device.buffer(16);
        Buffer part = whole.slice(4, 8);
        I32 view = part.asI32();
        assertThat(view.length()).isEqualTo(2);
        assertThat(part.bytes()).isEqualTo(8);
        assertThat(whole.device()).isSameAs(device);
        whole.close();
        assertThat(part.isClosed()).isTrue();
        assertThat(view.isClosed()).isTrue();
    }

    @Test
    void partsOutsideTheirBufferAndUnevenViewsAreRefused() {
        Device device = device();
        try (Buffer buffer = device.buffer(10)) {
            assertThatThrownBy(() -> buffer.slice(-1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> buffer.slice(5, 6)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> buffer.slice(2, Long.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(buffer::asI64).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> device.buffer(-1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anItemOutsideAViewFailsItsKernelAndNothingElse() throws InterruptedException {
        Device device = device();
        try (I32 x = device.i32(10);
                Stream stream = device.stream()) {
            assertThatThrownBy(
                            () -> stream.launch(Range.of(1), i -> x.set(10, 1)).await(LIMIT))
                    .isInstanceOf(KernelException.class)
                    .hasCauseInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> stream.launch(Range.of(1), i -> x.get(-1)).await(LIMIT))
                    .isInstanceOf(KernelException.class);
            finish(stream.launch(Range.of(10), i -> x.set(i, 1)));
        }
    }

    @Test
    void manyBuffersLeaveNothingBehind() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        int before = faults.liveMemory();
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 2_000; i++) {
                try (I32 x = device.i32(100)) {
                    stream.fill(x, i).launch(Range.of(100), item -> x.set(item, 1));
                }
            }
            finish(stream);
        }
        Eventually.isTrue("all memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void whatIsLeftOpenIsFreedWithTheRuntime() {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        device.buffer(100);
        device.stream();
        device.signal(1);
        closeAllHandles();
        assertThat(faults.liveMemory()).isZero();
        assertThat(faults.openQueues()).isZero();
        assertThat(faults.openDevices()).isZero();
    }

    @Test
    void aBufferOfNoBytesIsABuffer() throws InterruptedException {
        Device device = device();
        try (Buffer none = device.buffer(0);
                Stream stream = device.stream()) {
            assertThat(none.bytes()).isZero();
            finish(stream.fillBytes(none, (byte) 1).copy(none.asU8(), new byte[0]));
        }
    }

    @Test
    void aBufferLargerThanTheDeviceIsRefusedAndOthersStayUsable() throws InterruptedException {
        Device device = device();
        assertThatThrownBy(() -> device.buffer(1L << 60)).isInstanceOf(HeadraceException.class);
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            finish(stream.fill(x, 1));
        }
    }

    @Test
    void aForgottenStreamStillFinishes() {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            gate.hold(device.stream())
                    .launch(Range.of(1), x -> ran.incrementAndGet())
                    .hostCall(ran::incrementAndGet)
                    .launch(Range.of(1), x -> ran.incrementAndGet());
        }
        System.gc();
        gate.open();
        Eventually.isTrue("ran=300", () -> ran.get() == 300);
    }
}
