package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import org.junit.jupiter.api.Test;

class GroupMemoryTest {

    private final GroupMemory memory = new GroupMemory();

    @Test
    void theNextGroupGetsTheSameArraysWithZeros() {
        memory.beginGroup();
        float[] floats = memory.floats(10);
        long[] longs = memory.longs(20);
        floats[3] = longs[19] = 1;
        memory.beginGroup();
        assertThat(memory.floats(10)).isSameAs(floats).containsOnly(0);
        assertThat(memory.longs(20)).isSameAs(longs).containsOnly(0);
    }

    @Test
    void theSameArraysAreThereAfterARowOfGroups() {
        memory.beginGroup();
        int[] ints = memory.ints(10);
        memory.end();
        memory.beginGroup();
        assertThat(memory.ints(10)).isSameAs(ints);
    }

    @Test
    void anArrayOfAnotherTypeOrLengthTakesThePlaceOfTheOld() {
        memory.beginGroup();
        byte[] bytes = memory.bytes(10);
        memory.beginGroup();
        assertThat(memory.bytes(11)).isNotSameAs(bytes).hasSize(11);
        memory.beginGroup();
        assertThat(memory.doubles(11)).hasSize(11);
        memory.beginGroup();
        assertThat(memory.bytes(11)).hasSize(11);
    }

    @Test
    void aGroupGetsWhatTheLimitAllowsAndNoByteMore() {
        int most = (int) GroupMemory.LIMIT_BYTES;
        memory.beginGroup();
        assertThat(memory.bytes(most)).hasSize(most);
        assertThat(memory.bytes(0)).isEmpty();
        assertThatThrownBy(() -> memory.bytes(1))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("usedBytes=1048576 limitBytes=1048576");
        memory.beginGroup();
        assertThatThrownBy(() -> memory.bytes(most + 1)).isInstanceOf(ResourcesExhaustedException.class);
        assertThatThrownBy(() -> memory.longs(Integer.MAX_VALUE)).isInstanceOf(ResourcesExhaustedException.class);
        assertThat(memory.bytes(most)).hasSize(most);
    }

    @Test
    void aGroupHasNotAnyNumberOfEmptyArrays() {
        memory.beginGroup();
        for (int i = 0; i < GroupMemory.LIMIT_ARRAYS; i++) {
            memory.bytes(0);
        }
        assertThatThrownBy(() -> memory.bytes(0))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("limit=65536");
        memory.beginGroup();
        assertThat(memory.bytes(1)).hasSize(1);
    }

    @Test
    void arraysThatKernelsOfManyKindsLeftAreNotKept() {
        memory.beginGroup();
        float[] first = memory.floats(200_000);
        memory.beginGroup();
        memory.ints(0);
        memory.floats(200_000);
        memory.beginGroup();
        memory.ints(0);
        memory.ints(0);
        float[] last = memory.floats(200_000);
        assertThat(last).isNotSameAs(first);
        memory.end();
        memory.beginGroup();
        memory.ints(0);
        memory.ints(0);
        assertThat(memory.floats(200_000)).isNotSameAs(last);
    }
}
