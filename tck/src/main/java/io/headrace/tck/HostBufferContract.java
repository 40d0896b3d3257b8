package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.kernel.Range;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pinned host memory that the library owns. */
abstract class HostBufferContract extends DriverContract {

    @Test
    void theHostWritesItAndReadsItAndCopiesUseIt() throws InterruptedException {
        Device device = device();
        try (HostBuffer up = device.hostBuffer(4_000);
                HostBuffer down = device.hostBuffer(4_000);
                I32 x = device.i32(1_000);
                Stream stream = device.stream()) {
            MemorySegment source = up.segment();
            MemorySegment target = down.segment();
            assertThat(source.byteSize()).isEqualTo(4_000);
            assertThat(up.bytes()).isEqualTo(4_000);
            assertThat(up.device()).isSameAs(device);
            assertThat(source.address() % 64).isZero();
            assertThat(source.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
            for (int i = 0; i < 1_000; i++) {
                source.setAtIndex(ValueLayout.JAVA_INT, i, i * i);
            }
            finish(stream.copy(source, x).copy(x, target));
            assertThat(source.mismatch(target)).isEqualTo(-1);
            stream.copy(source.asSlice(13, 5), target.asSlice(1, 5));
            stream.copy2D(source, 12, target.asSlice(1_000), 10, 3, 4);
            finish(stream);
            assertThat(target.asSlice(1, 5).mismatch(source.asSlice(13, 5))).isEqualTo(-1);
            assertThat(target.asSlice(1_030, 3).mismatch(source.asSlice(36, 3))).isEqualTo(-1);
        }
    }

    @Test
    void aHostBufferClosedWithCopiesPendingIsFreedAfterThem() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        Gate gate = gate();
        int[] back = new int[2];
        try (I32 x = device.i32(2);
                Stream stream = device.stream()) {
            int before = faults.liveMemory();
            gate.hold(stream);
            MemorySegment kept;
            try (HostBuffer host = device.hostBuffer(8);
                    HostBuffer other = device.hostBuffer(8)) {
                kept = host.segment();
                kept.setAtIndex(ValueLayout.JAVA_INT, 0, 4);
                kept.setAtIndex(ValueLayout.JAVA_INT, 1, 5);
                stream.copy(kept, other.segment()).copy(other.segment(), x).copy(x, back);
            }
            assertThat(faults.liveMemory()).isEqualTo(before + 2);
            assertThatThrownBy(() -> stream.copy(kept, x)).isInstanceOf(ClosedException.class);
            gate.open();
            finish(stream);
            Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
        }
        assertThat(back).containsExactly(4, 5);
    }

    @Test
    void aClosedHostBufferIsAnErrorToUseAndNeverReachesMemoryThatIsGone() throws InterruptedException {
        Device device = device();
        try (Buffer buffer = device.buffer(8);
                Stream stream = device.stream()) {
            HostBuffer host = device.hostBuffer(8);
            MemorySegment kept = host.segment();
            finish(stream.copy(kept, buffer));
            host.close();
            host.close();
            assertThat(host.isClosed()).isTrue();
            assertThatThrownBy(host::segment).isInstanceOf(ClosedException.class);
            Eventually.isTrue("an access throws", () -> !kept.scope().isAlive());
            assertThatThrownBy(() -> kept.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> stream.copy(kept, buffer)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> stream.copy(buffer, kept)).isInstanceOf(RuntimeException.class);
            finish(stream);
        }
    }

    @Test
    void threadsThatReadItWhileItIsClosedGetAnExceptionAndNothingElse() throws Exception {
        Device device = device();
        for (int round = 0; round < 20; round++) {
            HostBuffer host = device.hostBuffer(100_000);
            MemorySegment segment = host.segment();
            List<Task<Boolean>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(Task.run(() -> {
                    long sum = 0;
                    while (sum == 0) {
                        for (long at = 0; at < segment.byteSize(); at++) {
                            sum += segment.get(ValueLayout.JAVA_BYTE, at);
                        }
                    }
                }));
            }
            host.close();
            for (Task<Boolean> reader : readers) {
                assertThat(reader.failure()).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void aHostBufferThatASystemCallWritesIsFreedAfterTheCall() throws Exception {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        int before = faults.liveMemory();
        HostBuffer host = device.hostBuffer(8);
        Pipe pipe = Pipe.open();
        ByteBuffer bytes = host.segment().asByteBuffer();
        Task<Integer> reader = Task.start(() -> pipe.source().read(bytes));
        Eventually.isTrue(
                "the reader is in the call",
                () -> Arrays.stream(reader.thread().getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("read0")));
        host.close();
        assertThat(faults.liveMemory()).isEqualTo(before + 1);
        pipe.sink().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(reader.join()).isEqualTo(3);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
        pipe.sink().close();
        pipe.source().close();
    }

    @Test
    void aKernelEnqueuedBeforeTheCloseStillReadsIt() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = new int[10];
        try (I32 x = device.i32(10);
                Stream stream = device.stream()) {
            gate.hold(stream);
            try (HostBuffer host = device.hostBuffer(40)) {
                MemorySegment segment = host.segment();
                segment.setAtIndex(ValueLayout.JAVA_INT, 9, 9);
                stream.launch(Range.of(10), i -> x.set(i, segment.getAtIndex(ValueLayout.JAVA_INT, i)));
            }
            gate.open();
            finish(stream.copy(x, back));
        }
        assertThat(back).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 9);
    }

    @Test
    void whatIsLeftOpenIsFreedWithTheRuntimeAndThenThrows() {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        HostBuffer host = device.hostBuffer(8);
        MemorySegment segment = host.segment();
        closeAllHandles();
        assertThat(faults.liveMemory()).isZero();
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        host.close();
        assertThat(faults.liveMemory()).isZero();
    }

    @Test
    void sizesThatCannotBeAreRefusedAndNoBytesAreABuffer() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        assertThatThrownBy(() -> device.hostBuffer(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> device.hostBuffer(1L << 60)).isInstanceOf(HeadraceException.class);
        faults.failNth(Point.ALLOCATION, 1, () -> new OutOfDeviceMemoryException("planned: no memory"));
        assertThatThrownBy(() -> device.hostBuffer(8)).hasMessageContaining("planned");
        try (HostBuffer none = device.hostBuffer(0);
                Buffer buffer = device.buffer(0);
                Stream stream = device.stream()) {
            assertThat(none.segment().byteSize()).isZero();
            finish(stream.copy(none.segment(), buffer));
        }
        assertThat(faults.liveMemory()).isZero();
    }
}
