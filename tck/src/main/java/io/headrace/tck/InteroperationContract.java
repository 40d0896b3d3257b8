package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import org.junit.jupiter.api.Test;

/** Addresses given to and taken from other libraries. */
abstract class InteroperationContract extends DriverContract {

    @Test
    void theAddressOfASliceIsThatOfItsBufferAndWhereItBegins() {
        Device device = device();
        try (Buffer buffer = device.buffer(100);
                Buffer other = device.buffer(100)) {
            long address = buffer.nativeAddress();
            assertThat(address).isPositive().isNotEqualTo(other.nativeAddress());
            assertThat(buffer.slice(12, 8).nativeAddress()).isEqualTo(address + 12);
            assertThat(buffer.slice(12, 8).asI32().nativeAddress()).isEqualTo(address + 12);
        }
    }

    @Test
    void aClosedBufferHasNoAddressNorHasOneOfAClosedRuntime() {
        Device device = device();
        Buffer closed = device.buffer(8);
        Buffer open = device.buffer(8);
        closed.close();
        assertThatThrownBy(closed::nativeAddress).isInstanceOf(ClosedException.class);
        assertThat(open.nativeAddress()).isNotZero();
        closeAllHandles();
        assertThatThrownBy(open::nativeAddress).isInstanceOf(ClosedException.class);
    }

    @Test
    void wrappedMemoryIsThatOfItsOwner() throws InterruptedException {
        Device device = device();
        int[] back = new int[4];
        try (I32 owner = device.i32(4);
                Stream stream = device.stream();
                Buffer wrapped = device.wrap(owner.nativeAddress() + 4, 8)) {
            I32 view = wrapped.asI32();
            assertThat(view.length()).isEqualTo(2);
            assertThat(wrapped.nativeAddress()).isEqualTo(owner.nativeAddress() + 4);
            stream.copy(new int[] {1, 2, 3, 4}, owner)
                    .launch(Range.of(2), i -> view.set(i, view.get(i) * 10))
                    .copy(view.elements(0, 1), owner.elements(3, 1))
                    .fill(view.elements(1, 1), 7);
            finish(stream.copy(owner, back));
        }
        assertThat(back).containsExactly(1, 20, 7, 20);
    }

    @Test
    void closingWrappedMemoryEndsItsUseAfterWhatIsInFlightAndNeverFreesIt() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        Gate gate = gate();
        int[] back = new int[2];
        try (I32 owner = device.i32(2);
                Stream stream = device.stream()) {
            int before = faults.liveMemory();
            Buffer wrapped = device.wrap(owner.nativeAddress(), owner.bytes());
            assertThat(faults.liveMemory()).isEqualTo(before + 1);
            gate.hold(stream);
            stream.fill(wrapped.asI32(), 5);
            wrapped.close();
            wrapped.close();
            assertThat(faults.liveMemory()).isEqualTo(before + 1);
            assertThatThrownBy(() -> stream.fillBytes(wrapped, (byte) 1)).isInstanceOf(ClosedException.class);
            gate.open();
            finish(stream.copy(owner, back));
            Eventually.isTrue("its use has ended", () -> faults.liveMemory() == before);
            assertThat(back).containsOnly(5);
            finish(stream.fill(owner, 6).copy(owner, back));
            assertThat(back).containsOnly(6);
        }
    }

    @Test
    void memoryThatCannotBeIsNotWrapped() throws InterruptedException {
        Device device = device();
        for (long[] wrong :
                new long[][] {{0, 8}, {0, 0}, {-4_096, 8}, {4_096, -1}, {Long.MAX_VALUE, 1}, {1L << 62, (1L << 62) + 1}
                }) {
            assertThatThrownBy(() -> device.wrap(wrong[0], wrong[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("address=" + wrong[0], "bytes=" + wrong[1]);
        }
        try (Buffer none = device.wrap(4_096, 0);
                Stream stream = device.stream()) {
            assertThat(none.bytes()).isZero();
            finish(stream.fillBytes(none, (byte) 1));
        }
    }

    @Test
    void aDriverThatCannotWrapSaysSoAndLeavesNothingBehind() {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        try (Buffer owner = device.buffer(8)) {
            int before = faults.liveMemory();
            faults.failNth(Point.WRAP, 1, () -> new UnsupportedFeatureException("planned: no wrapping"));
            assertThatThrownBy(() -> device.wrap(owner.nativeAddress(), 8)).hasMessageContaining("planned");
            assertThat(faults.liveMemory()).isEqualTo(before);
        }
    }
}
