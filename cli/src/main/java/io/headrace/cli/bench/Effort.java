package io.headrace.cli.bench;

/** How long a bench measures. */
enum Effort {
    /** A few seconds a bench. */
    QUICK(15, 3, 1),

    /** Less noise. */
    FULL(41, 4, 2);

    private final int rounds;
    private final int warmUps;
    private final int factor;

    Effort(int rounds, int warmUps, int factor) {
        this.rounds = rounds;
        this.warmUps = warmUps;
        this.factor = factor;
    }

    /** How many rounds count; figures are medians of as many samples. */
    int rounds() {
        return rounds;
    }

    /** How many rounds go before those that count. */
    int warmUps() {
        return warmUps;
    }

    /** How many repetitions a sample has where a quick bench has so many. */
    int repetitions(int quick) {
        return factor * quick;
    }
}
