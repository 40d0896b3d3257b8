package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.spi.Command;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RowsTest {

    private static final Region SOME = new Region.Host(MemorySegment.ofArray(new byte[1]));

    @Test
    void theLastRowNeedsNoPitchBehindIt() {
        Rows rows = new Rows(3, 4);
        assertThat(rows.span(10)).isEqualTo(33);
        assertThat(rows.packedBytes()).isEqualTo(12);
        assertThatCode(() -> rows.checkIn("from", 33, 10)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rows.checkIn("from", 32, 10)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void numbersWhoseProductOverflowsAreOutsideToo() {
        assertThatThrownBy(() -> new Rows(1, Long.MAX_VALUE).checkIn("to", Long.MAX_VALUE, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Rows(1, 3).checkIn("to", Long.MAX_VALUE, Long.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatCode(() -> new Rows(1, Long.MAX_VALUE).checkIn("to", Long.MAX_VALUE, 1))
                .doesNotThrowAnyException();
    }

    @Test
    void noBytesFitAnywhere() {
        assertThatCode(() -> new Rows(0, Long.MAX_VALUE).checkIn("from", 0, 0)).doesNotThrowAnyException();
        assertThatCode(() -> new Rows(8, 0).checkIn("from", 0, 8)).doesNotThrowAnyException();
        assertThat(new Rows(8, 0).isEmpty()).isTrue();
        assertThat(new Rows(0, 8).isEmpty()).isTrue();
        assertThat(new Rows(1, 1).isEmpty()).isFalse();
    }

    @Test
    void rowsWithNothingBetweenThemAreOneCopyOfAllTheirBytes() {
        assertThat(new Rows(3, 4).copy(SOME, 3, SOME, 3)).isEqualTo(new Command.Copy(SOME, SOME, 12));
        assertThat(new Rows(3, 1).copy(SOME, 9, SOME, 8)).isEqualTo(new Command.Copy(SOME, SOME, 3));
        assertThat(new Rows(3, 4).copy(SOME, 3, SOME, 5)).isEqualTo(new Command.Copy2D(SOME, 3, SOME, 5, 3, 4));
        assertThat(new Rows(3, 4).copy(SOME, 5, SOME, 3)).isEqualTo(new Command.Copy2D(SOME, 5, SOME, 3, 3, 4));
    }
}
