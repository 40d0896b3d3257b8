package io.headrace.cli.sample;

/**
 * The colours of a time of day, as {@code 0xrrggbb}.
 *
 * @param skyTop the sky's colour at the top
 * @param skyBottom the sky's colour at the horizon
 * @param light the colour of sun or moon
 * @param lightX where it stands, in picture heights from the left
 * @param lightY where it stands, in picture heights from the top
 * @param far the colour that distance and darkness take on
 * @param water the water's colour
 * @param brightness of everything on the ground, from 0 to 1
 * @param lamps whether lamps are on
 */
record Palette(
        int skyTop,
        int skyBottom,
        int light,
        double lightX,
        double lightY,
        int far,
        int water,
        double brightness,
        boolean lamps) {}
