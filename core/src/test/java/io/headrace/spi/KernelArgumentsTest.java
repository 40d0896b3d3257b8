package io.headrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class KernelArgumentsTest {

    @Test
    void everyArgumentBeginsAtAWholeWord() {
        KernelArguments.Layout layout = new KernelArguments.Layout(4, 17, 8);
        KernelArguments arguments = layout.arguments(new long[] {5, 1, 2, 3, 9}, null);
        assertThat(arguments.count()).isEqualTo(3);
        assertThat(new int[] {arguments.word(0), arguments.word(1), arguments.word(2), arguments.word(3)})
                .containsExactly(0, 1, 4, 5);
        assertThat(arguments.size(1)).isEqualTo(17);
        assertThat(arguments.value(2)).isEqualTo(9);
        assertThat(arguments.memory(0)).isNull();
        long[] copied = new long[6];
        arguments.copyTo(MemorySegment.ofArray(copied).asSlice(8));
        assertThat(copied).containsExactly(0, 5, 1, 2, 3, 9);
    }

    @Test
    void whatDoesNotFitTheLayoutIsRefused() {
        KernelArguments.Layout layout = new KernelArguments.Layout(4, 8);
        assertThatThrownBy(() -> layout.arguments(new long[1], null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> layout.arguments(new long[2], new DeviceMemory[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KernelArguments.Layout(4, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKernelMayHaveNoParameters() {
        assertThat(KernelArguments.none().count()).isZero();
        assertThat(KernelArguments.none().words()).isEmpty();
        assertThat(new KernelArguments.Layout().arguments(new long[0], null).count())
                .isZero();
    }
}
