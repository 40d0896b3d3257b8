package io.headrace.acc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PresentRangesTest {

    private final PresentRanges ranges = new PresentRanges();

    private Present add(MemorySegment segment) {
        Present present = Present.arriving(HostRange.of(segment));
        ranges.add(present);
        return present;
    }

    private Present meeting(MemorySegment segment) {
        return ranges.meeting(HostRange.of(segment));
    }

    @Test
    void whatIsFoundIsWhatALookThroughAllFinds() {
        long seed = System.nanoTime();
        System.out.println("whatIsFoundIsWhatALookThroughAllFinds seed=" + seed);
        Random random = new Random(seed);
        List<MemorySegment> wholes = List.of(
                Arena.global().allocate(64),
                MemorySegment.ofArray(new byte[64]),
                MemorySegment.ofArray(new long[8]),
                MemorySegment.ofArray(new byte[64]));
        List<Present> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            MemorySegment whole = wholes.get(random.nextInt(wholes.size()));
            if (random.nextInt(3) == 0) {
                whole = whole.asReadOnly();
            }
            int from = random.nextInt(65);
            HostRange range = HostRange.of(whole.asSlice(from, random.nextInt(Math.min(12, 65 - from))));
            List<Present> expected = model.stream()
                    .filter(present -> present.range().meets(range))
                    .toList();
            Present found = ranges.meeting(range);
            if (expected.isEmpty()) {
                assertThat(found).as("step " + step).isNull();
                if (!range.isEmpty() && random.nextBoolean()) {
                    model.add(add(range.segment()));
                }
            } else {
                assertThat(found).as("step " + step).isIn(expected);
                if (random.nextBoolean()) {
                    model.remove(found);
                    ranges.remove(found);
                }
            }
            assertThat(ranges.size()).isEqualTo(model.size());
        }
    }

    @Test
    void aReadOnlyViewIsFoundByTheArrayItIsOfAndComparedWithNoOther() {
        int[] array = new int[64];
        for (int i = 0; i < 1_000; i++) {
            add(MemorySegment.ofArray(new int[8]).asReadOnly());
        }
        Present writable = add(MemorySegment.ofArray(array).asSlice(0, 16));
        Present readOnly = add(MemorySegment.ofArray(array).asReadOnly().asSlice(16, 16));
        MemorySegment view = MemorySegment.ofArray(array).asReadOnly();
        assertThat(meeting(view.asSlice(4, 4))).isSameAs(writable);
        assertThat(meeting(view.asSlice(20, 4))).isSameAs(readOnly);
        assertThat(meeting(MemorySegment.ofArray(array).asSlice(20, 4))).isSameAs(readOnly);
        assertThat(meeting(view.asSlice(32))).isNull();
        assertThat(ranges.arrays()).isEqualTo(1_001);
        assertThat(meeting(MemorySegment.ofBuffer(IntBuffer.wrap(array).asReadOnlyBuffer())))
                .isSameAs(writable);
        ranges.remove(writable);
        ranges.remove(readOnly);
        assertThat(meeting(view)).isNull();
        assertThat(ranges.arrays()).isEqualTo(1_000);
    }

    @Test
    void anArrayWithNoRangesIsForgotten() {
        MemorySegment array = MemorySegment.ofArray(new int[4]);
        Present low = add(array.asSlice(0, 8));
        Present high = add(array.asSlice(8, 8));
        ranges.remove(low);
        assertThat(meeting(array)).isSameAs(high);
        ranges.remove(high);
        assertThat(meeting(array)).isNull();
        assertThat(ranges.arrays()).isZero();
    }
}
