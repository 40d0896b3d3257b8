package io.headrace.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies of the first device: both directions at once, and from which size on a copy gains by going to an engine of its own
 * ({@code HEADRACE_COPY_THRESHOLD}).
 */
final class CopiesBench implements Bench {

    private static final long LARGE = 256L << 20;
    private static final int ROUND_TRIPS = 100;

    private final long large;

    /** The bench with the sizes that its description names. */
    CopiesBench() {
        this(LARGE);
    }

    /**
     * @param large bytes of each of the two large copies
     */
    CopiesBench(long large) {
        this.large = large;
    }

    @Override
    public String name() {
        return "copies";
    }

    @Override
    public String about() {
        return "256 MiB up and 256 MiB down at once, and small copies in the stream's own queue or by engines";
    }

    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(List.of(
                new Figure("duplex_gb_per_s", "GB/s", "256 MiB up and 256 MiB down at once, by a stream each"),
                new Figure("two_threads_gb_per_s", "GB/s", "the same by two threads with MemorySegment.copy"),
                new Figure("duplex_ratio", "x", "the former divided by the latter"),
                new Figure("up_gb_per_s", "GB/s", "256 MiB up alone, by a stream"),
                new Figure("one_thread_gb_per_s", "GB/s", "the same by this thread with MemorySegment.copy"),
                new Figure("up_ratio", "x", "the former divided by the latter")));
        for (CopySweep.Size size : CopySweep.SIZES) {
            for (CopySweep.Place place : CopySweep.Place.values()) {
                figures.add(new Figure(
                        place.key("alone", size),
                        "us",
                        size.shown() + " up, a kernel, " + size.shown() + " down, and a wait: " + place.words()));
            }
            for (CopySweep.Place place : CopySweep.Place.values()) {
                figures.add(new Figure(
                        place.key("busy", size),
                        "us",
                        "the same on four streams at once, divided by four: " + place.words()));
            }
        }
        return figures;
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Map<String, Double> medians = new LinkedHashMap<>();
        try (DuplexCopies copies = new DuplexCopies(large)) {
            medians.putAll(Rounds.medians(effort, samples -> {
                samples.add("duplex_gb_per_s", copies.byStreams());
                samples.add("two_threads_gb_per_s", copies.byThreads());
                samples.add("up_gb_per_s", copies.upByStream());
                samples.add("one_thread_gb_per_s", copies.upByThread());
            }));
            copies.check();
        }
        medians.put("duplex_ratio", ratio(medians, "duplex_gb_per_s", "two_threads_gb_per_s"));
        medians.put("up_ratio", ratio(medians, "up_gb_per_s", "one_thread_gb_per_s"));
        int roundTrips = effort.repetitions(ROUND_TRIPS);
        medians.putAll(Rounds.medians(effort, samples -> {
            for (CopySweep.Place place : CopySweep.Place.values()) {
                CopySweep.run(place, roundTrips, samples);
            }
        }));
        return medians;
    }

    private static double ratio(Map<String, Double> medians, String ours, String theirs) {
        return medians.getOrDefault(ours, Double.NaN) / medians.getOrDefault(theirs, Double.NaN);
    }
}
