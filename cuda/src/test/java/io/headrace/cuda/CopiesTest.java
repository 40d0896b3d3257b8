package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import java.lang.foreign.Arena;
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
        try (Gpu gpu = new Gpu();
                Stream stream = gpu.device().stream()) {
            for (int round = 0; round < 50; round++) {
                byte[] back = new byte[1_000];
                Arrays.fill(back, (byte) 1);
                try (U8 memory = gpu.device().u8(1_000)) {
                    stream.copy(memory, back).fillBytes(memory, (byte) 7);
                    Gpu.finish(stream);
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
        try (Gpu gpu = new Gpu(options -> options.with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
                U8 memory = gpu.device().u8(bytes);
                Stream stream = gpu.device().stream()) {
            Gpu.finish(stream.copy(data, memory).copy(memory, back));
        }
        assertThat(back).isEqualTo(data);
    }

    @Test
    void rowsOfHostMemoryAreMovedInPieces() throws InterruptedException {
        byte[] data = new byte[100 * 1_003];
        new Random(1).nextBytes(data);
        byte[] back = new byte[100 * 1_003];
        try (Gpu gpu = new Gpu(options -> options.with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
                U8 memory = gpu.device().u8(100 * 1_007);
                Stream stream = gpu.device().stream()) {
            stream.copy2D(MemorySegment.ofArray(data), 1_003, memory, 1_007, 900, 100);
            stream.copy2D(memory, 1_007, MemorySegment.ofArray(back), 1_003, 900, 100);
            Gpu.finish(stream);
        }
        for (int i = 0; i < data.length; i++) {
            assertThat(back[i]).isEqualTo(i % 1_003 < 900 ? data[i] : 0);
        }
    }

    @Test
    void overlappingDeviceMemoryIsCopiedAsIfReadFirst() throws InterruptedException {
        int length = 10 << 20;
        byte[] data = new byte[length];
        new Random(2).nextBytes(data);
        byte[] back = new byte[length];
        try (Gpu gpu = new Gpu();
                U8 memory = gpu.device().u8(length);
                Stream stream = gpu.device().stream()) {
            Buffer low = memory.slice(0, length - 3);
            Buffer high = memory.slice(3, length - 3);
            stream.copy(data, memory).copy(low, high).copy(high, low).copy(memory, back);
            Gpu.finish(stream);
        }
        System.arraycopy(data, 0, data, 3, length - 3);
        System.arraycopy(data, 3, data, 0, length - 3);
        assertThat(Arrays.equals(back, data)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000, 50_000})
    void patternsOfEightBytesAreFilledAtAnyAddress(int count) throws InterruptedException {
        byte[] back = new byte[8 * count + 16];
        try (Gpu gpu = new Gpu();
                U8 memory = gpu.device().u8(back.length);
                Stream stream = gpu.device().stream()) {
            for (int offset : new int[] {0, 4, 8, 3}) {
                stream.fillBytes(memory, (byte) 0)
                        .fill(memory.slice(offset, 8L * count).asI64(), 0x0102030405060708L)
                        .copy(memory, back);
                Gpu.finish(stream);
                for (int i = 0; i < back.length; i++) {
                    int at = i - offset;
                    assertThat(back[i]).isEqualTo((byte) (at < 0 || at >= 8 * count ? 0 : 8 - at % 8));
                }
            }
        }
    }

    @Test
    void pinsThatSharePagesWorkAndLeaveNothingRegistered() throws InterruptedException {
        MemorySegment memory = Arena.global().allocate(64 << 10, 4_096);
        for (int i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) i);
        }
        byte[] back = new byte[20_000];
        try (Gpu gpu = new Gpu();
                U8 buffer = gpu.device().u8(20_000);
                Stream stream = gpu.device().stream()) {
            long before = gpu.standIn().live("registration");
            try (var first = gpu.device().pin(memory.asSlice(100, 5_000));
                    var inside = gpu.device().pin(memory.asSlice(6_000, 100));
                    var across = gpu.device().pin(memory.asSlice(7_000, 20_000))) {
                assertThat(gpu.standIn().live("registration")).isEqualTo(before + 1);
                stream.copy(across.memory(), buffer)
                        .copy(first.memory(), buffer.slice(0, 5_000))
                        .copy(inside.memory(), buffer.slice(5_000, 100))
                        .copy(buffer, back);
                Gpu.finish(stream);
            }
            Gpu.eventually("nothing is registered", () -> gpu.standIn().live("registration") == before);
        }
        for (int i = 0; i < back.length; i++) {
            int at = i < 5_000 ? 100 + i : i < 5_100 ? 6_000 + i - 5_000 : 7_000 + i;
            assertThat(back[i]).isEqualTo((byte) at);
        }
    }

    @Test
    void noCallerWaitsForTheDevice() throws InterruptedException {
        try (Gpu gpu = new Gpu();
                HostBuffer pinned = gpu.device().hostBuffer(4_096);
                I32 x = gpu.device().i32(1_024);
                I32 y = gpu.device().i32(1_024);
                Stream stream = gpu.device().stream()) {
            int[] back = new int[1_024];
            gpu.standIn().hold();
            for (int round = 0; round < 20; round++) {
                stream.copy(pinned.segment(), x)
                        .fill(x, round)
                        .copy(x, y)
                        .copy(new int[1_024], x)
                        .copy(y, pinned.segment())
                        .copy(y, back);
            }
            try (Buffer more = gpu.device().buffer(1_000)) {
                stream.fillBytes(more, (byte) 1);
            }
            assertThat(stream.isDone()).isFalse();
            gpu.standIn().release();
            Gpu.finish(stream);
            assertThat(back).containsOnly(19);
            assertThat(gpu.standIn().calls("cuStreamSynchronize")).isZero();
            assertThat(gpu.standIn().calls("cuCtxSynchronize")).isZero();
            assertThat(gpu.standIn().calls("cuEventSynchronize")).isZero();
        }
    }
}
