package io.headrace.cli.demo;

/**
 * A picture cut into tiles, row by row.
 *
 * @param pictureWidth the picture's columns
 * @param pictureHeight the picture's rows
 */
record TileGrid(int pictureWidth, int pictureHeight) {

    /**
     * Columns and rows of a tile that is not cut off by the picture's border: so many that the halo is 2 % of it and that its
     * five operations cost little beside the work in them, so few that what one kernel leaves is in the cache for the next.
     */
    static final int EDGE = 512;

    /** The most pixels a tile has with its halo. */
    static final int MAX_PIXELS = (EDGE + 2 * Tile.HALO) * (EDGE + 2 * Tile.HALO);

    /** How many tiles there are. */
    int count() {
        return columns() * rows();
    }

    /**
     * One tile.
     *
     * @param index from 0 to {@link #count()} - 1
     */
    Tile tile(int index) {
        int x = index % columns() * EDGE;
        int y = index / columns() * EDGE;
        return new Tile(
                x, y, Math.min(EDGE, pictureWidth - x), Math.min(EDGE, pictureHeight - y), pictureWidth, pictureHeight);
    }

    private int columns() {
        return Math.ceilDiv(pictureWidth, EDGE);
    }

    private int rows() {
        return Math.ceilDiv(pictureHeight, EDGE);
    }
}
