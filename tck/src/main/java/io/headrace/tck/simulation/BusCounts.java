package io.headrace.tck.simulation;

/**
 * How many transactions there were.
 *
 * @param reads reads, whatever their sizes
 * @param writes writes, whatever their sizes
 * @param flushes flushes
 */
public record BusCounts(long reads, long writes, long flushes) {

    /** How many there were since another count. */
    public BusCounts since(BusCounts before) {
        return new BusCounts(reads - before.reads, writes - before.writes, flushes - before.flushes);
    }
}
