package io.headrace.cli.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The values of each figure, one a round. Not safe for use from several threads. */
final class Samples {

    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    /** Takes a figure's value in this round. */
    void add(String key, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalStateException("a measurement gave no number: " + key + "=" + value);
        }
        values.computeIfAbsent(key, ignored -> new ArrayList<>()).add(value);
    }

    /** The first value of a figure, which there must be. */
    double first(String key) {
        return Objects.requireNonNull(values.get(key), key).getFirst();
    }

    /** The median of each figure, in the order of the first round. */
    Map<String, Double> medians() {
        Map<String, Double> medians = new LinkedHashMap<>();
        values.forEach((key, samples) -> medians.put(
                key, median(samples.stream().mapToDouble(Double::doubleValue).toArray())));
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
