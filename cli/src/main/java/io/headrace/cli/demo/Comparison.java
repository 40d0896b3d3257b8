package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Queues;
import io.headrace.cli.sample.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes pictures on the device and sequentially, and takes the time of both.
 *
 * <p>Both sides get the same decoded pictures and write to arrays that exist; reading, decoding, encoding and writing files
 * are in neither time. First both sides compute a small picture in turn, untimed, so that the compiler is done with them. Then
 * they compute the pictures in turn, in up to {@value #MAX_ROUNDS} rounds and for about {@value #ENOUGH_SECONDS} s, whichever
 * ends first, and of each side the median counts. Not safe for use from several threads.
 */
final class Comparison {

    private static final int WARM_UP_WIDTH = 1024;
    private static final int WARM_UP_HEIGHT = 768;
    private static final long LEAST_WARM_UP_NANOS = 100_000_000L;
    private static final long MOST_WARM_UP_NANOS = 2_000_000_000L;
    private static final long WARM_UP_NANOS_PER_PIXEL = 100;
    private static final int MAX_ROUNDS = 7;
    private static final int ENOUGH_SECONDS = 4;

    private final Device device;
    private final TilePipeline pipeline;
    private final SequentialEdges sequential = new SequentialEdges();

    Comparison(Device device, TilePipeline pipeline) {
        this.device = device;
        this.pipeline = pipeline;
    }

    /**
     * What was measured on some pictures.
     *
     * @param streams how many streams one computation took
     * @param seconds how long the device took, uploads and downloads included
     * @param sequentialSeconds how long the sequential computation took
     * @param queues what the queues did in one computation
     */
    record Times(long streams, double seconds, double sequentialSeconds, List<Report.QueueUse> queues) {}

    /**
     * Lets the compiler see both sides, for about ten times as long as the work will take, at most 2 s.
     *
     * @param pixels how many pixels are to be computed
     */
    void warmUp(long pixels) throws InterruptedException {
        Picture picture = new Picture(WARM_UP_WIDTH, WARM_UP_HEIGHT, Sample.NOON.draw(WARM_UP_WIDTH, WARM_UP_HEIGHT));
        List<EdgeJob> jobs = List.of(EdgeJob.of(picture), EdgeJob.of(picture));
        long enough = Math.clamp(pixels * WARM_UP_NANOS_PER_PIXEL, LEAST_WARM_UP_NANOS, MOST_WARM_UP_NANOS);
        long begin = System.nanoTime();
        do {
            pipeline.run(jobs);
            jobs.forEach(sequential::compute);
        } while (System.nanoTime() - begin < enough);
    }

    /**
     * Computes the pictures.
     *
     * @param jobs what the device computes
     * @param expected the same pictures, for the sequential computation
     */
    Times compute(List<EdgeJob> jobs, List<EdgeJob> expected) throws InterruptedException {
        List<Long> ours = new ArrayList<>();
        List<Long> theirs = new ArrayList<>();
        long streams = 0;
        List<Report.QueueUse> use = List.of();
        long begin = System.nanoTime();
        do {
            Queues before = device.queues();
            long start = System.nanoTime();
            streams = pipeline.run(jobs);
            long middle = System.nanoTime();
            expected.forEach(sequential::compute);
            ours.add(middle - start);
            theirs.add(System.nanoTime() - middle);
            use = use(before, device.queues());
        } while (ours.size() < MAX_ROUNDS && System.nanoTime() - begin < ENOUGH_SECONDS * 1_000_000_000L);
        return new Times(streams, median(ours) / 1e9, median(theirs) / 1e9, use);
    }

    /** How many pixels differ. */
    static long wrong(EdgeJob job, EdgeJob expected) {
        long wrong = 0;
        for (int i = 0; i < job.edges().length; i++) {
            wrong += job.edges()[i] == expected.edges()[i] ? 0 : 1;
        }
        return wrong;
    }

    private static double median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
    }

    private static List<Report.QueueUse> use(Queues before, Queues after) {
        List<Report.QueueUse> use = new ArrayList<>();
        for (Queues.Entry queue : after.entries()) {
            long operationsBefore = before.entries().stream()
                    .filter(earlier -> earlier.index() == queue.index())
                    .mapToLong(Queues.Entry::operations)
                    .sum();
            use.add(new Report.QueueUse(queue.index(), queue.usersMax(), queue.operations() - operationsBefore));
        }
        return use;
    }
}
