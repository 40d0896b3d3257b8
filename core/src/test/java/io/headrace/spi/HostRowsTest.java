package io.headrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HostRowsTest {

    private static final int MOST = 3;

    @Test
    void everySmallArrangementInOneBlockGivesTheResultOfASourceReadFirst() {
        int arrangements = 0;
        for (int width = 1; width <= MOST; width++) {
            for (int rows = 1; rows <= 4; rows++) {
                for (int fromPitch = width; fromPitch <= 2 * MOST; fromPitch++) {
                    for (int toPitch = width; toPitch <= 2 * MOST; toPitch++) {
                        for (int shift = -20; shift <= 20; shift++) {
                            check(width, rows, fromPitch, toPitch, shift);
                            arrangements++;
                        }
                    }
                }
            }
        }
        assertThat(arrangements).isGreaterThan(10_000);
    }

    private static void check(int width, int rows, int fromPitch, int toPitch, int shift) {
        byte[] before = new byte[80];
        for (int i = 0; i < before.length; i++) {
            before[i] = (byte) i;
        }
        int from = Math.max(0, -shift);
        int to = Math.max(0, shift);
        byte[] expected = before.clone();
        for (int row = 0; row < rows; row++) {
            System.arraycopy(before, from + row * fromPitch, expected, to + row * toPitch, width);
        }
        for (int piece : new int[] {1, 2, 100}) {
            byte[] array = before.clone();
            MemorySegment all = MemorySegment.ofArray(array);
            HostRows.copy(all.asSlice(from), fromPitch, all.asSlice(to), toPitch, width, rows, piece);
            assertThat(array)
                    .as(
                            "width=%d rows=%d fromPitch=%d toPitch=%d shift=%d piece=%d",
                            width, rows, fromPitch, toPitch, shift, piece)
                    .isEqualTo(expected);
        }
    }
}
