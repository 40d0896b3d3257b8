package io.headrace.acc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.UnsupportedFeatureException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostRangeTest {

    private static final MemorySegment NATIVE = Arena.global().allocate(32, 8);
    private static final MemorySegment ARRAY = MemorySegment.ofArray(new int[8]);

    private static HostRange range(MemorySegment whole, long from, long bytes) {
        return HostRange.of(whole.asSlice(from, bytes));
    }

    @Test
    void rangesMeetIfTheyHaveAByteInCommon() {
        for (MemorySegment whole : List.of(NATIVE, ARRAY, ARRAY.asReadOnly())) {
            HostRange range = range(whole, 8, 8);
            assertThat(range.meets(range(whole, 8, 8))).isTrue();
            assertThat(range.meets(range(whole, 0, 9))).isTrue();
            assertThat(range.meets(range(whole, 15, 9))).isTrue();
            assertThat(range.meets(range(whole, 0, 32))).isTrue();
            assertThat(range.meets(range(whole, 10, 1))).isTrue();
            assertThat(range.meets(range(whole, 0, 8))).isFalse();
            assertThat(range.meets(range(whole, 16, 8))).isFalse();
        }
    }

    @Test
    void anEmptyRangeIsMetWhereItBegins() {
        for (MemorySegment whole : List.of(NATIVE, ARRAY, ARRAY.asReadOnly())) {
            HostRange range = range(whole, 8, 8);
            assertThat(range.meets(range(whole, 8, 0))).isTrue();
            assertThat(range.meets(range(whole, 15, 0))).isTrue();
            assertThat(range.meets(range(whole, 7, 0))).isFalse();
            assertThat(range.meets(range(whole, 16, 0))).isFalse();
        }
    }

    @Test
    void arraysAreToldApartAlsoByReadOnlyViews() {
        MemorySegment other = MemorySegment.ofArray(new int[8]);
        for (MemorySegment one : List.of(ARRAY, ARRAY.asReadOnly())) {
            for (MemorySegment another : List.of(other, other.asReadOnly(), NATIVE)) {
                assertThat(HostRange.of(one).meets(HostRange.of(another))).isFalse();
                assertThat(HostRange.of(another).meets(HostRange.of(one))).isFalse();
                assertThat(HostRange.of(one).meets(range(another, 4, 0))).isFalse();
            }
            assertThat(HostRange.of(one).meets(HostRange.of(ARRAY))).isTrue();
            assertThat(HostRange.of(ARRAY).meets(HostRange.of(one))).isTrue();
        }
    }

    @Test
    void memoryIsContemporaryIfItIsThereNowOrWentTogether() {
        Arena arena = Arena.ofShared();
        MemorySegment gone = NATIVE.reinterpret(arena, null);
        assertThat(HostRange.of(gone).isContemporaryOf(HostRange.of(NATIVE))).isTrue();
        arena.close();
        assertThat(HostRange.of(gone).isOver()).isTrue();
        assertThat(HostRange.of(gone).isContemporaryOf(HostRange.of(NATIVE))).isFalse();
        assertThat(HostRange.of(NATIVE).isContemporaryOf(HostRange.of(gone))).isFalse();
        assertThat(HostRange.of(gone).isContemporaryOf(HostRange.of(gone.asSlice(8))))
                .isTrue();
    }

    @Test
    void memoryThatCannotBeWrittenByAnotherThreadIsToldBefore() {
        HostRange.of(ARRAY).checkWritable();
        assertThatThrownBy(() -> HostRange.of(ARRAY.asReadOnly()).checkWritable())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read-only");
        try (Arena arena = Arena.ofConfined()) {
            HostRange confined = HostRange.of(arena.allocate(8));
            assertThatThrownBy(confined::checkWritable).isInstanceOf(UnsupportedFeatureException.class);
        }
    }

    @Test
    void aRangeIsNamedByItsAddressOrItsArray() {
        assertThat(range(NATIVE, 4, 8)).hasToString("address=0x" + Long.toHexString(NATIVE.address() + 4) + " bytes=8");
        assertThat(range(ARRAY, 4, 8).toString()).matches("array=int\\[]@[0-9a-f]+ offset=4 bytes=8");
        assertThat(range(ARRAY.asReadOnly(), 4, 8)).hasToString("array=read-only offset=4 bytes=8");
    }
}
