package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.HostBuffer;
import io.headrace.Stream;
import io.headrace.U8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CopiesTest {

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
