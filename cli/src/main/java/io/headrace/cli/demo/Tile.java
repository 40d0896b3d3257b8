package io.headrace.cli.demo;

/**
 * A rectangle of a picture, and what must be known around it to compute it: blur looks 2 pixels far, Sobel 1, so the grey
 * values of 3 pixels around the tile are needed (its halo), cut off at the picture's border. All in pixels.
 *
 * @param x the tile's first column in the picture
 * @param y the tile's first row in the picture
 * @param width the tile's columns
 * @param height the tile's rows
 * @param pictureWidth the picture's columns
 * @param pictureHeight the picture's rows
 */
record Tile(int x, int y, int width, int height, int pictureWidth, int pictureHeight) {

    /** How far the result of one pixel looks around. */
    static final int HALO = 3;

    /** How far Sobel looks into what was blurred. */
    private static final int SOBEL = 1;

    /** What must be grey. */
    Area grey() {
        return around(HALO);
    }

    /** What must be blurred. */
    Area blurred() {
        return around(SOBEL);
    }

    private Area around(int margin) {
        int left = Math.max(x - margin, 0);
        int top = Math.max(y - margin, 0);
        int right = Math.min(x + width + margin, pictureWidth);
        int bottom = Math.min(y + height + margin, pictureHeight);
        return new Area(left, top, right - left, bottom - top);
    }

    /**
     * A rectangle.
     *
     * @param x first column in the picture
     * @param y first row in the picture
     * @param width columns
     * @param height rows
     */
    record Area(int x, int y, int width, int height) {

        int pixels() {
            return width * height;
        }
    }
}
