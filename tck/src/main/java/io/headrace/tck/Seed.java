package io.headrace.tck;

import java.util.Random;
import java.util.random.RandomGenerator;

/** Random numbers that a failing test can be repeated with. */
final class Seed {

    private static final String PROPERTY = "headrace.tck.seed";

    private Seed() {}

    /** A generator; prints how to get the same one again. {@code -Dheadrace.tck.seed=N} sets it. */
    static RandomGenerator random(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + " -D" + PROPERTY + "=" + seed);
        return new Random(seed);
    }
}
