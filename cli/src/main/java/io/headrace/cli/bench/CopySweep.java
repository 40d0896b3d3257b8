package io.headrace.cli.bench;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round trips of small copies, all in the streams' own queues or all by copy engines. */
final class CopySweep {

    /** The sizes of the copies. */
    static final List<Size> SIZES = List.of(
            new Size("1k", 1L << 10),
            new Size("16k", 16L << 10),
            new Size("64k", 64L << 10),
            new Size("256k", 256L << 10),
            new Size("1m", 1L << 20),
            new Size("4m", 4L << 20));

    private static final int STREAMS = 4;
    private static final int WARM_UPS = 20;
    private static final long MOST_BYTES_A_SAMPLE = 16L << 20;
    private static final Range KERNEL = Range.of(16);
    private static final double NANOS_PER_MICRO = 1_000;

    /**
     * A size.
     *
     * @param key in keys
     * @param bytes in bytes
     */
    record Size(String key, long bytes) {

        String shown() {
            return key.toUpperCase(Locale.ROOT) + "iB";
        }
    }

    /** Where copies go. */
    enum Place {
        STAY("stay", Integer.MAX_VALUE, "in the stream's own queue"),
        ENGINE("engine", 0, "by engines");

        private final String key;
        private final long threshold;
        private final String words;

        Place(String key, long threshold, String words) {
            this.key = key;
            this.threshold = threshold;
            this.words = words;
        }

        String key(String load, Size size) {
            return key + "_" + load + "_" + size.key() + "_us";
        }

        String words() {
            return words;
        }
    }

    private CopySweep() {}

    /** Measures each size once, alone and on several streams. */
    static void run(Place place, int roundTrips, Samples samples) throws InterruptedException {
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.COPY_THRESHOLD, place.threshold);
        try (Headrace headrace = Headrace.open(options);
                Arena arena = Arena.ofShared()) {
            for (Size size : SIZES) {
                int count = (int) Math.max(1, Math.min(roundTrips, MOST_BYTES_A_SAMPLE / size.bytes()));
                List<Trip> trips = new ArrayList<>();
                for (int i = 0; i < STREAMS; i++) {
                    trips.add(new Trip(headrace.device(), arena.allocate(size.bytes(), Long.BYTES)));
                }
                micros(trips.subList(0, 1), Math.min(count, WARM_UPS));
                samples.add(place.key("alone", size), micros(trips.subList(0, 1), count));
                micros(trips, Math.min(count, WARM_UPS));
                samples.add(place.key("busy", size), micros(trips, count));
                trips.forEach(Trip::close);
            }
        }
    }

    private static double micros(List<Trip> trips, int count) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            trips.forEach(Trip::begin);
            for (Trip trip : trips) {
                trip.stream.await();
            }
        }
        return (System.nanoTime() - start) / NANOS_PER_MICRO / count / trips.size();
    }

    /** A stream with what it copies. */
    private static final class Trip implements AutoCloseable {

        private final Stream stream;
        private final Buffer buffer;
        private final MemorySegment host;

        Trip(Device device, MemorySegment host) {
            this.stream = device.stream();
            this.buffer = device.buffer(host.byteSize());
            this.host = host;
        }

        void begin() {
            stream.copy(host, buffer).launch(KERNEL, i -> {}).copy(buffer, host);
        }

        @Override
        public void close() {
            stream.close();
            buffer.close();
        }
    }
}
