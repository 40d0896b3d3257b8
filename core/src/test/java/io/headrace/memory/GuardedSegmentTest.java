package io.headrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GuardedSegmentTest {

    @Test
    void theBlockIsGivenBackOnceAndCannotBeReachedAfterwards() {
        NativeMemory memory = NativeMemory.allocate(16, 64);
        AtomicInteger given = new AtomicInteger();
        GuardedSegment guarded = new GuardedSegment(memory.address(), 16, () -> {
            given.incrementAndGet();
            memory.free();
        });
        MemorySegment part = guarded.segment().asSlice(4, 8);
        part.set(ValueLayout.JAVA_INT, 0, 5);
        assertThat(Words.getIntPlain(memory.address() + 4)).isEqualTo(5);
        assertThat(given).hasValue(0);
        guarded.close();
        assertThat(given).hasValue(1);
        assertThatThrownBy(() -> part.get(ValueLayout.JAVA_INT, 0)).isInstanceOf(IllegalStateException.class);
    }
}
