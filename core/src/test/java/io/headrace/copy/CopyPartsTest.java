package io.headrace.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyPartsTest {

    @ParameterizedTest
    @CsvSource({"1, 4, 1", "4096, 4, 1", "4097, 4, 2", "1000000, 3, 3", "12288, 3, 3", "20480, 3, 3", "9, 1, 1"})
    void partsFollowEachOtherFromPageToPageAndHaveAllBytes(long bytes, int most, int parts) {
        List<CopyParts.Part> dealt = CopyParts.of(bytes, most);
        assertThat(dealt).hasSize(parts);
        long at = 0;
        for (CopyParts.Part part : dealt) {
            assertThat(part.offset()).isEqualTo(at).matches(offset -> offset % CopyParts.ALIGNMENT == 0);
            assertThat(part.bytes()).isPositive();
            at += part.bytes();
        }
        assertThat(at).isEqualTo(bytes);
    }

    @Test
    void partsDifferByNoMoreThanAPage() {
        assertThat(CopyParts.of(5 * CopyParts.ALIGNMENT, 3))
                .extracting(CopyParts.Part::bytes)
                .containsExactly(8192L, 8192L, 4096L);
    }

    @Test
    void nothingCannotBeDealtOut() {
        assertThatThrownBy(() -> CopyParts.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CopyParts.of(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
