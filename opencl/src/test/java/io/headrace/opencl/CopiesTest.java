package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.HostBuffer;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopiesTest {

    @Test
    void newMemoryIsZeroedForAQueueThatWasThereBefore() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Stream stream = opencl.device().stream()) {
            for (int round = 0; round < 50; round++) {
                byte[] back = new byte[1_000];
                Arrays.fill(back, (byte) 1);
                try (U8 memory = opencl.device().u8(1_000)) {
                    finish(stream.copy(memory, back).fillBytes(memory, (byte) 7));
                }
                assertThat(back).containsOnly(0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4_095, 4_096, 4_097, 16_384, 100_001})
    void hostMemoryIsMovedInPieces(int bytes) throws InterruptedException {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        byte[] back = new byte[bytes];
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
                U8 memory = opencl.device().u8(bytes);
                Stream stream = opencl.device().stream()) {
            finish(stream.copy(data, memory).copy(memory, back));
        }
        assertThat(back).isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(ints = {900, 5_000})
    void rowsOfHostMemoryAreMovedInPieces(int rowBytes) throws InterruptedException {
        int pitch = rowBytes + 103;
        byte[] data = new byte[20 * pitch];
        new Random(1).nextBytes(data);
        byte[] back = new byte[20 * pitch];
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
                U8 memory = opencl.device().u8(20L * (pitch + 4));
                Stream stream = opencl.device().stream()) {
            stream.copy2D(MemorySegment.ofArray(data), pitch, memory, pitch + 4, rowBytes, 20);
            finish(stream.copy2D(memory, pitch + 4, MemorySegment.ofArray(back), pitch, rowBytes, 20));
        }
        for (int i = 0; i < data.length; i++) {
            assertThat(back[i]).isEqualTo(i % pitch < rowBytes ? data[i] : 0);
        }
    }

    @Test
    void rowsOfPinnedMemoryGoToAndFromAnyOffset() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                HostBuffer host = opencl.device().hostBuffer(1_000);
                U8 memory = opencl.device().u8(2_000);
                Stream stream = opencl.device().stream()) {
            MemorySegment segment = host.segment();
            for (int i = 0; i < 500; i++) {
                segment.set(ValueLayout.JAVA_BYTE, i, (byte) i);
            }
            Buffer part = memory.slice(701, 1_000);
            stream.copy2D(segment, 50, part, 90, 37, 10);
            finish(stream.copy2D(part, 90, segment.asSlice(500), 50, 37, 10));
            for (int i = 0; i < 450; i++) {
                assertThat(segment.get(ValueLayout.JAVA_BYTE, 500 + i)).isEqualTo((byte) (i % 50 < 37 ? i : 0));
            }
        }
    }

    @Test
    void overlappingDeviceMemoryIsCopiedAsIfReadFirst() throws InterruptedException {
        int length = 10 << 20;
        byte[] data = new byte[length];
        new Random(2).nextBytes(data);
        byte[] back = new byte[length];
        try (OpenClRuntime opencl = new OpenClRuntime();
                U8 memory = opencl.device().u8(length);
                Stream stream = opencl.device().stream()) {
            Buffer low = memory.slice(0, length - 3);
            Buffer high = memory.slice(3, length - 3);
            finish(stream.copy(data, memory).copy(low, high).copy(high, low).copy(memory, back));
        }
        System.arraycopy(data, 0, data, 3, length - 3);
        System.arraycopy(data, 3, data, 0, length - 3);
        assertThat(Arrays.equals(back, data)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000})
    void patternsOfEachSizeAreFilledAtAnyOffset(int count) throws InterruptedException {
        byte[] back = new byte[8 * count + 16];
        try (OpenClRuntime opencl = new OpenClRuntime();
                U8 memory = opencl.device().u8(back.length);
                Stream stream = opencl.device().stream()) {
            for (int offset : new int[] {0, 1, 3, 4, 7, 8}) {
                stream.fillBytes(memory, (byte) 0)
                        .fill(memory.slice(offset, 8L * count).asI64(), 0x0102030405060708L)
                        .copy(memory, back);
                finish(stream);
                for (int i = 0; i < back.length; i++) {
                    int at = i - offset;
                    assertThat(back[i]).isEqualTo((byte) (at < 0 || at >= 8 * count ? 0 : 8 - at % 8));
                }
                stream.fillBytes(memory, (byte) 0)
                        .fill(memory.slice(offset, 4L * count).asI32(), 0x01020304)
                        .copy(memory, back);
                finish(stream);
                for (int i = 0; i < back.length; i++) {
                    int at = i - offset;
                    assertThat(back[i]).isEqualTo((byte) (at < 0 || at >= 4 * count ? 0 : 4 - at % 4));
                }
            }
        }
    }
}
