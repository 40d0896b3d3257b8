package io.headrace.cli.sample;

/** Arithmetic on colours written as {@code 0xrrggbb}. */
final class Colour {

    private Colour() {}

    /** A colour between two: the first at 0, the second at 1. */
    static int mix(int from, int to, double share) {
        int weight = (int) (256 * Math.clamp(share, 0.0, 1.0));
        int redAndBlue = ((from & 0xff00ff) * (256 - weight) + (to & 0xff00ff) * weight) >>> 8 & 0xff00ff;
        int green = ((from & 0xff00) * (256 - weight) + (to & 0xff00) * weight) >>> 8 & 0xff00;
        return redAndBlue | green;
    }

    /** A colour made darker (below 1) or brighter. */
    static int shade(int colour, double brightness) {
        return brightness <= 1 ? mix(0, colour, brightness) : mix(colour, 0xffffff, brightness - 1);
    }
}
