package io.headrace;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Rows in pieces of no more than so many bytes: several whole rows each, or parts of a row where one alone is larger. */
final class Pieces implements Iterator<Pieces.Piece> {

    /**
     * A piece.
     *
     * @param row the first row it has to do with
     * @param column where in that row it begins; 0 if it has whole rows
     * @param rows its rows
     */
    record Piece(long row, long column, Rows rows) {

        /** Where it begins in memory in which rows are so far apart. */
        long offset(long pitch) {
            return row * pitch + column;
        }
    }

    private final Rows all;
    private final long most;
    private long row;
    private long column;

    /**
     * @param most the most bytes of a piece, at least 1
     */
    Pieces(Rows all, long most) {
        this.all = all;
        this.most = most;
    }

    @Override
    public boolean hasNext() {
        return row < all.count() && all.bytes() > 0;
    }

    @Override
    public Piece next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there is no further piece");
        }
        Piece piece;
        if (all.bytes() <= most) {
            long count = Math.min(all.count() - row, most / all.bytes());
            piece = new Piece(row, 0, new Rows(all.bytes(), count));
            row += count;
        } else {
            long bytes = Math.min(most, all.bytes() - column);
            piece = new Piece(row, column, new Rows(bytes, 1));
            column += bytes;
            if (column == all.bytes()) {
                column = 0;
                row++;
            }
        }
        return piece;
    }
}
