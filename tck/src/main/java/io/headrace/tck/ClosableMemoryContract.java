package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Rule 6 for host memory that its owner may close or whose owner is one thread. */
abstract class ClosableMemoryContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void aConfinedSourceIsReadBeforeTheCallReturns() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = new int[3];
        try (I32 x = device.i32(3);
                Stream stream = device.stream()) {
            gate.hold(stream);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3);
                stream.copy(source, x);
                source.fill((byte) 0);
            }
            gate.open();
            finish(stream.copy(x, back));
        }
        assertThat(back).containsExactly(1, 2, 3);
    }

    @Test
    void aConfinedSourceLargerThanTheLimitIsRefusedWithTheAlternatives() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_STAGED_BYTES, 4_096));
        try (Arena arena = Arena.ofConfined();
                Buffer fits = device.buffer(4_096);
                Buffer large = device.buffer(4_104);
                Stream stream = device.stream()) {
            finish(stream.copy(arena.allocate(4_096), fits));
            assertThatThrownBy(() -> stream.copy(arena.allocate(4_104), large))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("4104")
                    .hasMessageContaining("4096");
            finish(stream);
        }
    }

    @Test
    void aConfinedTargetIsRefusedWithTheAlternatives() throws InterruptedException {
        Device device = device();
        try (Arena arena = Arena.ofConfined();
                Buffer buffer = device.buffer(16);
                Stream stream = device.stream()) {
            MemorySegment target = arena.allocate(16);
            assertThatThrownBy(() -> stream.copy(buffer, target))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("confined");
            finish(stream);
        }
    }

    @Test
    void anArenaConfinedToAnotherThreadIsRefusedOnBothSides() throws Exception {
        Device device = device();
        try (Arena arena = Arena.ofConfined();
                Buffer buffer = device.buffer(16);
                Stream stream = device.stream()) {
            MemorySegment confined = arena.allocate(16);
            Throwable asSource = Task.run(() -> stream.copy(confined, buffer)).failure();
            Throwable asTarget = Task.run(() -> stream.copy(buffer, confined)).failure();
            assertThat(asSource).isInstanceOf(WrongThreadException.class).hasMessageContaining("confined");
            assertThat(asTarget).isInstanceOf(UnsupportedFeatureException.class);
            finish(stream);
        }
    }

    @Test
    void memoryOfAnArenaThatIsClosedIsRefusedWhateverItsKind() throws InterruptedException {
        Device device = device();
        MemorySegment shared;
        MemorySegment confined;
        try (Arena one = Arena.ofShared();
                Arena other = Arena.ofConfined()) {
            shared = one.allocate(16);
            confined = other.allocate(16);
        }
        MemorySegment array = MemorySegment.ofArray(new byte[16]);
        try (Buffer buffer = device.buffer(16);
                Stream stream = device.stream()) {
            for (MemorySegment gone : List.of(shared, confined)) {
                for (Task.Action copy : List.<Task.Action>of(
                        () -> stream.copy(gone, buffer),
                        () -> stream.copy(buffer, gone),
                        () -> stream.copy(gone, array),
                        () -> stream.copy(array, gone),
                        () -> stream.copy2D(gone, 4, buffer, 4, 4, 4),
                        () -> stream.copy2D(buffer, 4, gone, 4, 4, 4))) {
                    assertThatThrownBy(copy::run)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("closed");
                }
            }
            finish(stream);
        }
    }

    @Test
    void whatIsBehindACopyWhoseArenaWasClosedFailsWithItAndWhatComesLaterRuns() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = {7, 7};
        try (I32 x = device.i32(2);
                Stream stream = device.stream()) {
            gate.hold(stream);
            try (Arena arena = Arena.ofShared()) {
                stream.copy(arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2), x);
            }
            stream.fill(x, 9).copy(x, back);
            gate.open();
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
            assertThat(back).containsExactly(7, 7);
            finish(stream.copy(x, back));
            assertThat(back).containsExactly(0, 0);
        }
    }

    @Test
    @SuppressWarnings("MustBeClosed") // closed at a random moment
    void arenasClosedAtAnyMomentOfACopyFailItOrComeTooLate() throws InterruptedException {
        RandomGenerator random = Seed.random("arenasClosedAtAnyMomentOfACopyFailItOrComeTooLate");
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        int bytes = 2_000_000;
        byte[] ones = new byte[bytes];
        Arrays.fill(ones, (byte) 1);
        try (U8 x = device.u8(bytes);
                Stream stream = device.stream()) {
            for (int round = 0; round < 60; round++) {
                boolean up = random.nextBoolean();
                byte[] back = new byte[bytes];
                finish(stream.copy(ones, x));
                Arena arena = Arena.ofShared();
                MemorySegment host = arena.allocate(bytes);
                if (up) {
                    stream.copy2D(host, 1_000, x, 1_000, 1_000, bytes / 1_000);
                } else {
                    stream.copy2D(x, 2_000, host, 2_000, 1_999, bytes / 2_000);
                }
                for (int spin = random.nextInt(200_000); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                Eventually.isTrue("the arena is closed", () -> closes(arena));
                boolean failed = false;
                try {
                    finish(stream);
                } catch (HeadraceException e) {
                    failed = true;
                    assertThat(e).hasCauseInstanceOf(IllegalStateException.class);
                }
                finish(stream.copy(x, back));
                // AssertJ looks at such an array byte by byte, which takes longer than the copies.
                if (!up) {
                    assertThat(Arrays.equals(back, ones)).isTrue();
                } else if (!failed) {
                    assertThat(Arrays.equals(back, new byte[bytes])).isTrue();
                }
            }
        }
    }

    private static boolean closes(Arena arena) {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException inUse) {
            return false;
        }
    }

    @Test
    void anArenaClosedInFlightFailsItsCopyCleanly() throws InterruptedException {
        Device device = device();
        for (boolean up : new boolean[] {true, false}) {
            Gate gate = gate();
            try (Buffer buffer = device.buffer(1_000);
                    Stream stream = device.stream();
                    Stream other = device.stream()) {
                gate.hold(stream);
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment host = arena.allocate(1_000);
                    if (up) {
                        stream.copy(host, buffer);
                    } else {
                        stream.copy(buffer, host);
                    }
                }
                gate.open();
                assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
                byte[] back = new byte[1_000];
                finish(stream.copy(buffer.asU8(), back));
                finish(other.copy(buffer.asU8(), back));
                assertThat(back).containsOnly(0);
            }
        }
    }

    @Test
    void anArenaClosedWhileTheCopyIsHeldFailsItToo() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Buffer buffer = device.buffer(1_000);
                Stream stream = device.stream()) {
            try (Arena arena = Arena.ofShared()) {
                stream.waitFor(signal, Condition.EQ, 1).copy(arena.allocate(1_000), buffer);
            }
            signal.storeRelease(1);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
        }
    }

    @Test
    void anArenaThatIsClosedAlreadyIsRefusedOrFailsItsCopy() throws InterruptedException {
        Device device = device();
        try (Buffer buffer = device.buffer(8);
                Stream stream = device.stream()) {
            MemorySegment gone;
            try (Arena arena = Arena.ofShared()) {
                gone = arena.allocate(8);
            }
            assertThatThrownBy(() -> stream.copy(gone, buffer).await(LIMIT)).isInstanceOf(RuntimeException.class);
            finish(stream);
        }
    }

    @Test
    void aSharedArenaCanBeClosedOnceItsCopyIsDone() throws InterruptedException {
        Device device = device();
        byte[] back = new byte[3];
        try (Buffer buffer = device.buffer(3);
                Stream stream = device.stream()) {
            try (Arena arena = Arena.ofShared()) {
                finish(stream.copy(arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 1, (byte) 2, (byte) 3), buffer));
            }
            finish(stream.copy(buffer.asU8(), back));
        }
        assertThat(back).containsExactly(1, 2, 3);
    }
}
