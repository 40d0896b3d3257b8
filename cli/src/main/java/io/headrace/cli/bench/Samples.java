package io.headrace.cli.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/** The values of each figure, one a round. Not safe for use from several threads. */
final class Samples {

    private final Map<String, DoubleStream.Builder> values = new LinkedHashMap<>();

    /** Takes a figure's value in this round. */
    void add(String key, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalStateException("a measurement gave no number: " + key + "=" + value);
        }
        values.computeIfAbsent(key, ignored -> DoubleStream.builder()).add(value);
    }

    /** The median of each figure, in the order of the first round. */
    Map<String, Double> medians() {
        Map<String, Double> medians = new LinkedHashMap<>();
        values.forEach((key, samples) -> medians.put(key, median(samples.build().toArray())));
        return medians;
    }

    /** The median of at least one value. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
