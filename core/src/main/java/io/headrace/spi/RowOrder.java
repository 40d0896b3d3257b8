package io.headrace.spi;

import java.util.function.LongConsumer;

/**
 * The order in which rows may be copied one by one where those of the source and of the destination overlap: rows that move to a lower
 * address first to last, then all others last to first. So none is overwritten that is still to be read, whatever the pitches.
 *
 * <p>A row that moves down in memory (to a lower address) can only overwrite itself and rows before it in the source: it
 * would end behind the beginning of the next row of the source only if it were longer than the pitch. In the same way a row
 * that moves up can only overwrite itself and rows behind it. And since neighbours are a pitch apart in both, a row that
 * moves down overwrites none that moves up, nor the other way round. For drivers.
 */
public final class RowOrder {

    private RowOrder() {}

    /**
     * Gives the numbers of all rows.
     *
     * @param shift how far the first row moves up
     * @param spread how much further each row moves up than the one before it
     * @param rows how many
     * @param row copies a row, as if the source had been read in full first
     */
    public static void forEach(long shift, long spread, long rows, LongConsumer row) {
        for (long number = 0; number < rows; number++) {
            if (shift + number * spread < 0) {
                row.accept(number);
            }
        }
        for (long number = rows - 1; number >= 0; number--) {
            if (shift + number * spread >= 0) {
                row.accept(number);
            }
        }
    }
}
