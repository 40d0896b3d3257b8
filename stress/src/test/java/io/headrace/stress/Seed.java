package io.headrace.stress;

import java.util.concurrent.ThreadLocalRandom;

/** Where random numbers begin. {@code -Dstress.seed=N} repeats a failure. */
public final class Seed {

    private static final String PROPERTY = "stress.seed";

    private Seed() {}

    /** Whether a seed is given: that one is to be tried over and over. */
    public static boolean isGiven() {
        return Long.getLong(PROPERTY) != null;
    }

    /** The seed of a test; prints it. */
    public static long of(String test) {
        long seed = Long.getLong(PROPERTY, ThreadLocalRandom.current().nextLong());
        System.out.println(test + " " + describe(seed));
        return seed;
    }

    /** What to say to get the same numbers again. */
    public static String describe(long seed) {
        return "-D" + PROPERTY + "=" + seed;
    }
}
