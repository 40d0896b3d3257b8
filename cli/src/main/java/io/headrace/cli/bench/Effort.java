package io.headrace.cli.bench;

/**
 * How long a bench measures.
 *
 * @param rounds how many rounds count; figures are medians of as many samples
 * @param warmUps how many rounds go before those that count
 * @param factor how many repetitions a sample has, as a multiple of what a quick bench has
 */
record Effort(int rounds, int warmUps, double factor) {

    /** A few seconds a bench. */
    static final Effort QUICK = new Effort(15, 3, 1);

    /** Less noise. */
    static final Effort FULL = new Effort(41, 4, 2);

    /** How many repetitions a sample has where a quick bench has so many. */
    int repetitions(int quick) {
        return Math.max(1, (int) (factor * quick));
    }
}
