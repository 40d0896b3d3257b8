package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.Pin;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code device.pin}: memory of the global scope that a device uses in place. */
abstract class PinnedMemoryContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void pinnedMemoryAndPartsOfItAreCopiedInBothDirections() throws InterruptedException {
        Device device = device();
        MemorySegment memory = pattern(1_000);
        MemorySegment target = Arena.global().allocate(1_000);
        try (Pin one = device.pin(memory);
                Pin other = device.pin(MemorySegment.ofAddress(target.address()).reinterpret(1_000));
                Buffer buffer = device.buffer(1_000);
                Stream stream = device.stream()) {
            finish(stream.copy(memory, buffer).copy(buffer, target));
            assertThat(memory.mismatch(target)).isEqualTo(-1);
            target.fill((byte) 0);
            stream.copy(memory.asSlice(3, 7), buffer.slice(1, 7)).copy(buffer.slice(1, 7), target.asSlice(5, 7));
            stream.copy(memory.asSlice(20, 5), target.asSlice(100, 5));
            finish(stream.copy2D(memory, 11, target.asSlice(200), 7, 5, 3));
            assertThat(target.asSlice(5, 7).mismatch(memory.asSlice(3, 7))).isEqualTo(-1);
            assertThat(target.asSlice(100, 5).mismatch(memory.asSlice(20, 5))).isEqualTo(-1);
            assertThat(target.asSlice(214, 5).mismatch(memory.asSlice(22, 5))).isEqualTo(-1);
            assertThat(one.memory()).isEqualTo(memory);
            assertThat(other.isClosed()).isFalse();
        }
    }

    @Test
    void memoryThatIsPinnedOnlyInPartIsCopiedAllTheSame() throws InterruptedException {
        Device device = device();
        MemorySegment memory = pattern(100);
        byte[] back = new byte[100];
        try (Pin pin = device.pin(memory.asSlice(10, 50));
                U8 buffer = device.u8(100);
                Stream stream = device.stream()) {
            finish(stream.copy(memory, buffer).copy(buffer, back));
            assertThat(pin.isClosed()).isFalse();
        }
        assertThat(back).isEqualTo(memory.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void memoryOfAnyOtherScopeIsRefusedWithTheAlternatives() {
        Device device = device();
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined();
                HostBuffer own = device.hostBuffer(8)) {
            for (MemorySegment other : List.of(
                    shared.allocate(8),
                    confined.allocate(8),
                    Arena.ofAuto().allocate(8),
                    MemorySegment.ofArray(new long[1]),
                    own.segment())) {
                assertThatThrownBy(() -> device.pin(other))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContainingAll("Arena.global()", "hostBuffer", "reinterpret");
            }
        }
    }

    @Test
    void nothingIsPinnedAtNoAddressAndNoBytesArePinnedAnywhere() {
        Device device = device();
        assertThatThrownBy(() -> device.pin(MemorySegment.NULL.reinterpret(8)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> device.pin(MemorySegment.ofAddress(8).reinterpret(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
        try (Pin none = device.pin(MemorySegment.NULL)) {
            assertThat(none.memory().byteSize()).isZero();
        }
    }

    @Test
    void aPinEndsAfterTheCopiesThatUseItAndClosingAgainHasNoEffect() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        Gate gate = gate();
        MemorySegment memory = pattern(8);
        byte[] back = new byte[8];
        try (U8 buffer = device.u8(8);
                Stream stream = device.stream()) {
            int before = faults.liveMemory();
            Pin pin = device.pin(memory);
            gate.hold(stream);
            stream.copy(memory, buffer).copy(buffer, back);
            pin.close();
            pin.close();
            assertThat(pin.isClosed()).isTrue();
            assertThat(faults.liveMemory()).isEqualTo(before + 1);
            // Again, while the first is not over: they share it.
            Pin again = device.pin(memory.asSlice(2, 4));
            assertThat(faults.visited(Point.PIN)).isEqualTo(1);
            gate.open();
            finish(stream);
            assertThat(faults.liveMemory()).isEqualTo(before + 1);
            again.close();
            pin.close();
            assertThat(faults.liveMemory()).isEqualTo(before);
            finish(stream.copy(memory, buffer));
            assertThat(faults.liveMemory()).isEqualTo(before);
        }
        assertThat(back).isEqualTo(memory.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void pinsThatOverlapWithoutOneInTheOtherAreRefusedWithAllNumbers() {
        Device device = device();
        MemorySegment memory = pattern(100);
        try (Pin whole = device.pin(memory.asSlice(20, 40));
                HostBuffer own = device.hostBuffer(64)) {
            device.pin(memory.asSlice(20, 40)).close();
            device.pin(memory.asSlice(59, 1)).close();
            device.pin(memory.asSlice(0, 20)).close();
            device.pin(memory.asSlice(60, 40)).close();
            for (MemorySegment other : List.of(
                    memory,
                    memory.asSlice(19, 2),
                    memory.asSlice(59, 2),
                    memory.asSlice(20, 41),
                    memory.asSlice(0, 60))) {
                assertThatThrownBy(() -> device.pin(other))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll(
                                "address=" + other.address(),
                                "bytes=" + other.byteSize(),
                                "pinnedAddress=" + whole.memory().address(),
                                "pinnedBytes=40");
            }
            MemorySegment alias =
                    MemorySegment.ofAddress(own.segment().address()).reinterpret(64);
            assertThatThrownBy(() -> device.pin(alias)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aDriverThatCannotPinSaysSoAndLeavesNothingBehind() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        MemorySegment memory = pattern(8);
        faults.failNth(Point.PIN, 1, () -> new UnsupportedFeatureException("planned: no pins"));
        try (Buffer buffer = device.buffer(8);
                Stream stream = device.stream()) {
            int before = faults.liveMemory();
            assertThatThrownBy(() -> device.pin(memory)).hasMessageContaining("planned");
            finish(stream.copy(memory, buffer));
            device.pin(memory).close();
            assertThat(faults.liveMemory()).isEqualTo(before);
        }
    }

    @Test
    void whatIsLeftPinnedIsUnpinnedWithTheRuntimeOnce() {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        Pin pin = device.pin(pattern(8));
        closeAllHandles();
        assertThat(faults.liveMemory()).isZero();
        pin.close();
        assertThat(faults.liveMemory()).isZero();
    }

    @Test
    void manyThreadsPinCopyAndUnpinTheSameMemory() throws Exception {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.NUM_QUEUES, 2));
        MemorySegment memory = pattern(1_000);
        byte[] expected = memory.toArray(ValueLayout.JAVA_BYTE);
        int before = faults.liveMemory();
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
            tasks.add(Task.run(() -> {
                try (U8 buffer = device.u8(1_000);
                        Stream stream = device.stream()) {
                    for (int round = 0; round < 200; round++) {
                        byte[] back = new byte[1_000];
                        try (Pin pin = device.pin(memory)) {
                            stream.copy(memory, buffer).copy(buffer, back);
                            assertThat(pin.isClosed()).isFalse();
                        }
                        finish(stream);
                        assertThat(back).isEqualTo(expected);
                    }
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            assertThat(task.join()).isTrue();
        }
        Eventually.isTrue("nothing is pinned any more", () -> faults.liveMemory() == before);
    }

    private static MemorySegment pattern(int bytes) {
        MemorySegment memory = Arena.global().allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 37 + 1));
        }
        return memory;
    }
}
