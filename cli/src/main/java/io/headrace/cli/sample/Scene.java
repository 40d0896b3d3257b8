package io.headrace.cli.sample;

/**
 * A dam in front of mountains: water goes from the reservoir through the penstock to three turbines and on into the river.
 * Lengths are in picture heights; {@code u} goes from the left, about 0 to 1.33, {@code v} from the top, 0 to 1. Safe for use
 * from any thread.
 */
final class Scene {

    private static final double WATER_LINE = 0.50;
    private static final double CREST = 0.46;
    private static final double DAM_LEFT = 0.50;
    private static final double DAM_RIGHT = 0.56;
    private static final double DAM_FOOT = 0.87;
    private static final double RIVER = 0.88;
    private static final double PIPE_RADIUS = 0.022;
    private static final double HOUSE_LEFT = 0.97;
    private static final double HOUSE_RIGHT = 1.27;
    private static final double HOUSE_TOP = 0.68;
    private static final double WHEEL_RADIUS = 0.036;
    private static final int FOAM = 0xf4fbff;
    private static final int LAMP = 0xffdf8a;

    private final Palette palette;

    Scene(Palette palette) {
        this.palette = palette;
    }

    /** The colour at a point, as {@code 0xrrggbb}; the pixel's indices give its grain. */
    int colour(double u, double v, int x, int y) {
        double grain = Waves.grain(x, y);
        if (u > HOUSE_LEFT - 0.01 && u < HOUSE_RIGHT + 0.01 && v > HOUSE_TOP && v < RIVER) {
            return house(u, v, grain);
        }
        double alongPipe = ((u - 0.60) * 0.38 + (v - 0.58) * 0.22) / (0.38 * 0.38 + 0.22 * 0.22);
        double acrossPipe = ((v - 0.58) * 0.38 - (u - 0.60) * 0.22) / 0.4391;
        if (alongPipe > 0 && alongPipe < 1.02 && Math.abs(acrossPipe) < PIPE_RADIUS) {
            return pipe(alongPipe, acrossPipe / PIPE_RADIUS);
        }
        double face = DAM_RIGHT + Math.max(v - CREST, 0) * 0.55;
        if (u > DAM_LEFT && u < face && v > CREST && v < DAM_FOOT) {
            return dam(u, v, face, grain);
        }
        if (u <= DAM_LEFT && v > WATER_LINE) {
            return water(u, v, WATER_LINE, grain);
        }
        if (v > RIVER + 0.004 * Waves.sine(3 * u)) {
            return water(u, v, RIVER, grain);
        }
        return land(u, v, x, y, grain);
    }

    private int house(double u, double v, double grain) {
        if (v < HOUSE_TOP + 0.02) {
            return lit(Colour.shade(0x7a3b2e, 0.9 + 0.1 * Waves.sine(u * 60)));
        }
        for (double centre = 1.03; centre < HOUSE_RIGHT; centre += 0.09) {
            double dx = u - centre;
            double dy = v - 0.82;
            double square = dx * dx + dy * dy;
            if (square < WHEEL_RADIUS * WHEEL_RADIUS) {
                return wheel(dx, dy, Math.sqrt(square) / WHEEL_RADIUS);
            }
            if (Math.abs(dx) < 0.026 && v > 0.715 && v < 0.765) {
                boolean frame = Math.abs(dx) < 0.0015 || Math.abs(v - 0.74) < 0.0015;
                return frame ? 0x2a2a2a : palette.lamps() ? LAMP : lit(0x9cc4d8);
            }
        }
        boolean joint = Math.floorMod((int) Math.floor(v * 160), 4) == 0;
        return lit(Colour.shade(0xc9b79a, (joint ? 0.85 : 0.97) + 0.06 * grain));
    }

    private int wheel(double dx, double dy, double radius) {
        if (radius > 0.86) {
            return lit(0x3a4046);
        }
        if (radius < 0.2) {
            return lit(Colour.shade(0xd8a53a, 1.1 - radius));
        }
        // Twelve blades, bent with the radius; a corner's tangent does instead of its angle.
        double angle = StrictMath.atan2(dy, dx) / (2 * StrictMath.PI) + 0.06 * radius;
        double blade = Waves.sine(12 * angle);
        return blade > 0
                ? lit(Colour.shade(0xaeb8c0, 0.6 + 0.5 * blade))
                : lit(Colour.mix(palette.water(), 0x16242c, 0.4));
    }

    private int pipe(double along, double across) {
        double gloss = 1 - across * across;
        boolean ring = along * 18 - Math.floor(along * 18) < 0.14;
        return lit(Colour.shade(ring ? 0x6e7b80 : 0x9fb0b4, 0.45 + 0.7 * gloss - 0.2 * across));
    }

    private int dam(double u, double v, double face, double grain) {
        if (v < CREST + 0.012) {
            boolean post = u * 90 - Math.floor(u * 90) < 0.3;
            return palette.lamps() && post ? LAMP : lit(post ? 0x555555 : 0xd9d4c8);
        }
        if (face - u < 0.022 && v > CREST + 0.05) {
            double streak = Waves.sine(40 * (face - u) + 7 * v) * Waves.sine(23 * v - 300 * (face - u));
            return lit(Colour.mix(palette.water(), FOAM, 0.65 + 0.25 * streak + 0.2 * grain));
        }
        double courses = v * 30;
        double blocks = u * 22 + (Math.floor(courses) % 2) * 0.5;
        boolean joint = courses - Math.floor(courses) < 0.06 || blocks - Math.floor(blocks) < 0.04;
        double round = 0.75 + 0.35 * (u - DAM_LEFT) / (face - DAM_LEFT);
        return lit(Colour.shade(0xb8b2a6, (joint ? 0.72 : 0.94) * round + 0.07 * grain));
    }

    private int water(double u, double v, double top, double grain) {
        double depth = (v - top) / (1 - top);
        double scale = 1 / (0.06 + depth);
        double ripple = Waves.sine(u * 9 + 2.5 * scale) * Waves.sine(scale * 14 - u * 3);
        double reflected = Math.max(0, 1 - Math.abs(u - palette.lightX()) * 6) * Math.max(0, ripple);
        int body =
                Colour.mix(Colour.mix(palette.water(), palette.skyBottom(), 0.45 * (1 - depth)), 0x0a2030, 0.5 * depth);
        int rippled = Colour.shade(body, 0.94 + 0.10 * ripple + 0.03 * grain);
        return Colour.mix(rippled, palette.light(), 0.7 * reflected);
    }

    private int land(double u, double v, int x, int y, double grain) {
        double bank = 0.62 + 0.03 * Waves.hills(0.9 * u + 0.2);
        if (v > bank && u > DAM_LEFT) {
            double tufts = 0.5 * Waves.grain(x / 3, y / 5) + 0.5 * grain;
            return lit(Colour.mix(Colour.mix(0x5f8a3f, 0x2f5a2c, tufts), palette.far(), 0.25 * (RIVER - v) / 0.26));
        }
        double near = 0.44 + 0.07 * Waves.hills(0.8 * u + 0.55);
        if (v > near) {
            double trees = Waves.grain(x / 4, y / 7);
            return lit(Colour.mix(Colour.mix(0x2e5134, 0x1d3a28, trees), palette.far(), 0.45));
        }
        double far = 0.30 + 0.13 * Waves.hills(0.62 * u + 0.1);
        if (v > far) {
            boolean snow = v - far < 0.05 + 0.03 * Waves.sine(17 * u) - 0.3 * (far - 0.22);
            double slope = Waves.sine(11 * u + 3 * Waves.hills(4 * v + u));
            int rock = Colour.shade(palette.far(), 0.9 + 0.14 * slope + 0.05 * grain);
            return snow ? Colour.mix(rock, lit(0xf4f6fa), 0.75) : rock;
        }
        return sky(u, v, x, y);
    }

    private int sky(double u, double v, int x, int y) {
        int sky = Colour.mix(palette.skyTop(), palette.skyBottom(), v / 0.45);
        double clouds = Waves.hills(1.1 * u + 0.8 * Waves.hills(2 * v)) + Waves.hills(9 * v + 0.5 * u) - 0.55;
        sky = Colour.mix(sky, Colour.mix(palette.skyBottom(), palette.light(), 0.5), 0.8 * clouds);
        if (palette.brightness() < 0.5 && Waves.grain(x / 2, y / 2) > 0.9992) {
            sky = 0xe8ecff;
        }
        double dx = u - palette.lightX();
        double dy = v - palette.lightY();
        double distance = Math.sqrt(dx * dx + dy * dy);
        return distance < 0.045 ? palette.light() : Colour.mix(sky, palette.light(), 0.035 / distance - 0.10);
    }

    private int lit(int colour) {
        return Colour.mix(palette.far(), colour, 0.25 + 0.75 * palette.brightness());
    }
}
