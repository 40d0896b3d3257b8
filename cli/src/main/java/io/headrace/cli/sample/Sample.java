package io.headrace.cli.sample;

import java.util.Locale;

/**
 * The pictures that the project ships: a dam and its turbines at four times of the day. Drawn by code, the same on every
 * machine.
 */
public enum Sample {
    /** The sun is low, the water glitters. */
    DAWN(new Palette(0x4a5a8c, 0xf2b59a, 0xffe0b0, 0.30, 0.27, 0x5b6b8f, 0x3f5d6e, 0.75, false)),
    /** Broad day. */
    NOON(new Palette(0x3f86d6, 0xbfe0f5, 0xfffbe0, 0.95, 0.10, 0x6f8fa6, 0x2f7fa0, 1.00, false)),
    /** The sun sets; lamps are on. */
    DUSK(new Palette(0x3a2f62, 0xf08a4b, 0xffd08a, 1.12, 0.25, 0x54466e, 0x5a4a6e, 0.60, true)),
    /** Moon and stars. */
    NIGHT(new Palette(0x070b1e, 0x1d2b4f, 0xf0f0e0, 0.35, 0.12, 0x1a2440, 0x14233f, 0.28, true));

    // A record of numbers; the checker looks at records of other files as at any class.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Palette palette;

    Sample(Palette palette) {
        this.palette = palette;
    }

    /** The time of day in lower case. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Draws the picture.
     *
     * @param width columns, at least 1; the scene is made for 4 columns to 3 rows
     * @param height rows, at least 1
     * @return blue, green and red of each pixel, row by row
     */
    public byte[] draw(int width, int height) {
        Scene scene = new Scene(palette);
        byte[] bgr = new byte[3 * width * height];
        int to = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int colour = scene.colour(x / (double) height, y / (double) height, x, y);
                bgr[to++] = (byte) colour;
                bgr[to++] = (byte) (colour >> 8);
                bgr[to++] = (byte) (colour >> 16);
            }
        }
        return bgr;
    }
}
