package io.headrace.sim.timeline;

import java.util.Comparator;

/**
 * A row of the picture, before operations that overlap are told apart.
 *
 * @param device the device
 * @param name what ran the operations there: a queue, an engine, or a stream where the trace tells no queue
 */
record Track(String device, String name) implements Comparable<Track> {

    /** {@code queue 10} comes behind {@code queue 9}, since it is longer. */
    private static final Comparator<Track> BY_NUMBER = Comparator.comparing(Track::device)
            .thenComparing(track -> track.name().replaceAll("[0-9]+", ""))
            .thenComparingInt(track -> track.name().length())
            .thenComparing(Track::name);

    @Override
    public int compareTo(Track other) {
        return BY_NUMBER.compare(this, other);
    }
}
