package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.U8;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CopiesTest {

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
