package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.Stream;
import io.headrace.U8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CopiesTest {

    @Test
    void theLastRowMayEndWhereTheBufferDoesForAnOpenClThatCountsItsPitch() throws Exception {
        FaultyOpenCl strict = FaultyOpenCl.build(Files.createTempDirectory(Path.of("target"), "strict"));
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.drivers(strict.driver()))) {
            Device device = opencl.device();
            byte[] heap = {1, 2, 3, 4};
            byte[] heapBack = new byte[4];
            // Three pitches and a byte: four pitches are beyond what is allocated for it.
            try (HostBuffer host = device.hostBuffer(100);
                    Buffer a = device.buffer(100);
                    Buffer b = device.buffer(100);
                    Stream stream = device.stream()) {
                stream.copy2D(MemorySegment.ofArray(heap), 1, a, 33, 1, 4)
                        .copy2D(a, 33, b, 33, 1, 4)
                        .copy2D(b, 33, host.segment(), 33, 1, 4)
                        .fillBytes(b, (byte) 0)
                        .copy2D(host.segment(), 33, b, 33, 1, 4);
                finish(stream.copy2D(b, 33, MemorySegment.ofArray(heapBack), 1, 1, 4));
                assertThat(heapBack).isEqualTo(heap);
                stream.copy2D(a, 99, b, 99, 1, 2);
                finish(stream.copy2D(b, 99, MemorySegment.ofArray(heapBack), 1, 1, 2));
                assertThat(heapBack).containsExactly(1, 4, 3, 4);
            }
        }
    }

    @Test
    @Tag("large")
    void aFillThatOneCommandDoesNotDoReachesItsLastByte() throws Exception {
        FaultyOpenCl forgetful = FaultyOpenCl.build(Files.createTempDirectory(Path.of("target"), "forgetful"));
        long bytes = (1L << 30) + 64;
        byte[] zeros = new byte[16];
        byte[] filled = new byte[16];
        try (OpenClRuntime opencl = new OpenClRuntime(options -> options.drivers(forgetful.driver()));
                Buffer memory = opencl.device().buffer(bytes);
                Stream stream = opencl.device().stream()) {
            Buffer end = memory.slice(bytes - 16, 16);
            stream.copy(end.asU8(), zeros).fillBytes(memory.slice(8, bytes - 16), (byte) 3);
            finish(stream.copy(end.asU8(), filled));
        }
        assertThat(zeros).containsOnly(0);
        assertThat(filled).containsExactly(3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0);
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
}
