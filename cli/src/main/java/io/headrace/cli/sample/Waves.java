package io.headrace.cli.sample;

/** Smooth and rough textures that are the same on every machine: {@link Math#sin} may differ in its last bit. */
final class Waves {

    private static final int STEPS = 4096;
    private static final double[] SINE = new double[STEPS];

    static {
        for (int i = 0; i < STEPS; i++) {
            SINE[i] = StrictMath.sin(2 * StrictMath.PI * i / STEPS);
        }
    }

    private Waves() {}

    /** A sine wave from -1 to 1 with the period 1. */
    static double sine(double t) {
        return SINE[(int) Math.floor(t * STEPS) & (STEPS - 1)];
    }

    /** The outline of hills around 0, about -1 to 1. */
    static double hills(double t) {
        return 0.55 * sine(t) + 0.27 * sine(2.3 * t + 0.4) + 0.13 * sine(5.1 * t + 0.7) + 0.05 * sine(12.7 * t);
    }

    /** Grain from 0 to 1: a number for each pair of coordinates, without any pattern. */
    static double grain(int x, int y) {
        int hash = x * 0x9e3779b1 + y * 0x85ebca6b;
        hash = (hash ^ hash >>> 15) * 0x2c1b3c6d;
        hash = (hash ^ hash >>> 12) * 0x297a2d39;
        return ((hash ^ hash >>> 15) >>> 8) / (double) (1 << 24);
    }
}
