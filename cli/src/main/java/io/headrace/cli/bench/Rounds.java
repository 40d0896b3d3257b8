package io.headrace.cli.bench;

import java.util.Map;

/**
 * Runs rounds in which every figure is taken once. A machine changes its speed while it is measured, so that figures taken one
 * after the other could not be compared; a round is short enough for all its figures to see the same machine.
 */
final class Rounds {

    /** Takes every figure once. */
    @FunctionalInterface
    interface Round {

        /** Adds one value for each figure. */
        void run(Samples samples) throws InterruptedException;
    }

    private Rounds() {}

    /** The median of each figure; the first rounds do not count. */
    static Map<String, Double> medians(Effort effort, Round round) throws InterruptedException {
        Samples warmUp = new Samples();
        for (int i = 0; i < effort.warmUps(); i++) {
            round.run(warmUp);
        }
        Samples samples = new Samples();
        for (int i = 0; i < effort.rounds(); i++) {
            round.run(samples);
        }
        return samples.medians();
    }
}
