package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.cli.text.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Takes pictures through reading, computing and writing, as many at a time as fit in memory. Not safe for use from several
 * threads.
 */
final class DemoRun implements AutoCloseable {

    /** The steps of a picture for the progress: it was read, computed, written. */
    static final int STEPS = 3;

    /** How long nothing may happen on the device before the demo gives up. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What one pixel takes: three bytes as decoded, once more if it must be converted, grey, blurred, and two results. */
    private static final int BYTES_PER_PIXEL = 10;

    /** A picture may take half the heap, pictures together a quarter. */
    private static final int ALONE = 2;

    private static final int TOGETHER = 4;

    /** More pictures at a time would make nothing faster. */
    private static final long MAX_PIXELS_AT_A_TIME = 100_000_000;

    private static final int MAX_PICTURES_AT_A_TIME = 64;

    private final OutputFolder output;
    private final Report report;
    private final Progress progress;
    private final TilePipeline pipeline;
    private final Comparison comparison;
    private boolean warm;

    DemoRun(Device device, int streamLimit, OutputFolder output, Report report, Progress progress) {
        this.output = output;
        this.report = report;
        this.progress = progress;
        this.pipeline = new TilePipeline(device, streamLimit, PATIENCE);
        this.comparison = new Comparison(device, pipeline);
    }

    /** What became of reading a picture. */
    private sealed interface Reading {}

    /** A picture on its way. */
    private record Item(PictureSource source, EdgeJob job, EdgeJob expected) implements Reading {

        Picture picture() {
            return job.picture();
        }
    }

    /** A picture that could not be read. */
    private record Unreadable(PictureSource source, String reason) implements Reading {}

    /**
     * Computes all pictures and adds them to the report.
     *
     * @param problems is told of each picture that is skipped or whose result cannot be written
     */
    void run(List<PictureSource> sources, Consumer<String> problems) throws InterruptedException {
        List<PictureSource> batch = new ArrayList<>();
        long batchPixels = 0;
        for (PictureSource source : sources) {
            long pixels;
            try {
                pixels = affordable(source.pixels());
            } catch (UnreadablePictureException e) {
                skip(new Unreadable(source, e.reason()), STEPS, problems);
                continue;
            }
            if (batchPixels + pixels > Math.min(mostPixels(TOGETHER), MAX_PIXELS_AT_A_TIME)
                    || batch.size() == MAX_PICTURES_AT_A_TIME) {
                process(batch, problems);
                batch.clear();
                batchPixels = 0;
            }
            batch.add(source);
            batchPixels += pixels;
        }
        process(batch, problems);
    }

    @Override
    public void close() {
        pipeline.close();
    }

    private void process(List<PictureSource> batch, Consumer<String> problems) throws InterruptedException {
        List<Item> items = read(batch, problems);
        if (items.isEmpty()) {
            return;
        }
        if (!warm) {
            comparison.warmUp(
                    items.stream().mapToLong(item -> item.picture().pixels()).sum());
            warm = true;
        }
        report.addTimes(comparison.compute(
                items.stream().map(Item::job).toList(),
                items.stream().map(Item::expected).toList()));
        items.forEach(item -> progress.step());
        write(items, problems);
    }

    private List<Item> read(List<PictureSource> batch, Consumer<String> problems) throws InterruptedException {
        List<Item> items = new ArrayList<>();
        for (Reading reading : Parallel.map(batch, this::read)) {
            switch (reading) {
                case Item item -> items.add(item);
                case Unreadable unreadable -> skip(unreadable, STEPS - 1, problems);
            }
        }
        return items;
    }

    private Reading read(PictureSource source) {
        try {
            Picture picture = source.read();
            return new Item(source, EdgeJob.of(picture), EdgeJob.of(picture));
        } catch (UnreadablePictureException e) {
            return new Unreadable(source, e.reason());
        } catch (OutOfMemoryError e) {
            return new Unreadable(source, "it needs more memory than is free; give Java a larger heap (-Xmx)");
        } finally {
            progress.step();
        }
    }

    private void skip(Unreadable picture, int stepsLeft, Consumer<String> problems) {
        progress.skip(stepsLeft);
        report.addSkipped();
        problems.accept("skipped " + picture.source().name() + ": " + picture.reason());
    }

    private void write(List<Item> items, Consumer<String> problems) throws InterruptedException {
        List<Report.Line> lines = new ArrayList<>();
        for (Item item : items) {
            Picture picture = item.picture();
            lines.add(new Report.Line(
                    item.source().name(),
                    picture.width(),
                    picture.height(),
                    new TileGrid(picture.width(), picture.height()).count(),
                    Comparison.wrong(item.job(), item.expected()),
                    output.claim(item.source().stem() + "-edges")));
        }
        List<Integer> indices = IntStream.range(0, items.size()).boxed().toList();
        List<Optional<String>> faults =
                Parallel.map(indices, i -> write(items.get(i), lines.get(i).result()));
        for (int i : indices) {
            report.addPicture(lines.get(i));
            faults.get(i).ifPresent(fault -> {
                report.addFault();
                problems.accept(fault);
            });
        }
    }

    /** Writes a result, and the picture itself if there is no file of it; says what went wrong, if anything did. */
    private Optional<String> write(Item item, Path result) {
        Picture picture = item.picture();
        try {
            if (item.source() instanceof PictureSource.Drawn drawn) {
                OutputFolder.writeColour(output.claim(drawn.stem()), picture);
            }
            OutputFolder.writeGrey(
                    result, picture.width(), picture.height(), item.job().edges());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the result cannot be written: file=" + result + ": " + e.getMessage());
        } finally {
            progress.step();
        }
    }

    private static long affordable(long pixels) throws UnreadablePictureException {
        long limit = mostPixels(ALONE);
        if (pixels > limit) {
            throw new UnreadablePictureException("it is too large for Java's heap: pixels=" + pixels + " limit=" + limit
                    + "; give Java a larger one (-Xmx)");
        }
        return pixels;
    }

    /** How many pixels fit the given fraction of the heap. */
    private static long mostPixels(int fraction) {
        return Runtime.getRuntime().maxMemory() / BYTES_PER_PIXEL / fraction;
    }
}
