package io.headrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.OutOfDeviceMemoryException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeMemoryTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 8, 64, 4_096, 1 << 21})
    void aBlockBeginsWhereItsAlignmentSays(long alignment) {
        for (long bytes = 1; bytes < 5; bytes++) {
            NativeMemory memory = NativeMemory.allocate(bytes, alignment);
            assertThat(memory.address() % alignment).isZero();
            assertThat(memory.bytes()).isEqualTo(bytes);
            memory.free();
        }
    }

    @Test
    void aBlockIsZeroedAlsoIfOneWithOtherContentWasFreedBefore() {
        long bytes = 100_000;
        for (int round = 0; round < 20; round++) {
            NativeMemory memory = NativeMemory.allocate(bytes, 64);
            MemorySegment segment = memory.segment();
            assertThat(segment.byteSize()).isEqualTo(bytes);
            assertThat(segment.mismatch(MemorySegment.ofArray(new byte[(int) bytes])))
                    .isEqualTo(-1);
            segment.fill((byte) 0xA5);
            memory.free();
        }
    }

    @Test
    void theSegmentIsTheBlockForAnyThread() throws InterruptedException {
        NativeMemory memory = NativeMemory.allocate(16, 8);
        Thread writer = Thread.ofPlatform().start(() -> memory.segment().set(ValueLayout.JAVA_LONG, 8, 42));
        assertThat(writer.join(Duration.ofSeconds(20))).isTrue();
        assertThat(Words.getLongAcquire(memory.address() + 8)).isEqualTo(42);
        memory.free();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, Long.MAX_VALUE - 64, Long.MAX_VALUE})
    void moreThanThereIsIsRefusedByItsSize(long bytes) {
        assertThatThrownBy(() -> NativeMemory.allocate(bytes, 64))
                .isInstanceOf(OutOfDeviceMemoryException.class)
                .hasMessageContaining("bytes=" + bytes);
    }

    @Test
    void sizesBelowOneAndAlignmentsThatAreNoPowerOfTwoAreRefused() {
        assertThatThrownBy(() -> NativeMemory.allocate(0, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NativeMemory.allocate(-1, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NativeMemory.allocate(8, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NativeMemory.allocate(8, 24))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alignment=24");
    }
}
