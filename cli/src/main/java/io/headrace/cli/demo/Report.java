package io.headrace.cli.demo;

import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run of the demo found out. Not safe for use from several threads. */
final class Report {

    private final List<Line> lines = new ArrayList<>();
    private int skipped;
    private int faults;
    private long streams;
    private double seconds;
    private double sequentialSeconds;
    private List<QueueUse> queues = List.of();

    /** One picture: its size, tiles, pixels that differ from the sequential computation, and the result's file. */
    record Line(String name, int width, int height, int tiles, long wrong, Path result) {}

    /** One queue: the most streams that were bound to it at a time, and the packets it took for the pictures. */
    record QueueUse(int index, int usersMax, long operations) {}

    void addPicture(Line line) {
        lines.add(line);
    }

    void addSkipped() {
        skipped++;
    }

    /** Whether there is a picture that was not skipped. */
    boolean hasPictures() {
        return !lines.isEmpty();
    }

    /** Adds what was measured on some pictures together. */
    void addTimes(Comparison.Times times) {
        streams += times.streams();
        seconds += times.seconds();
        sequentialSeconds += times.sequentialSeconds();
        queues = add(queues, times.queues());
    }

    /** A result could not be written. */
    void addFault() {
        faults++;
    }

    /** Whether every picture was computed, is right, and was written. */
    boolean isClean() {
        return skipped == 0 && faults == 0 && wrong() == 0;
    }

    private long wrong() {
        return lines.stream().mapToLong(Line::wrong).sum();
    }

    private long tiles() {
        return lines.stream().mapToLong(Line::tiles).sum();
    }

    private double ratio() {
        return seconds == 0 ? 0 : sequentialSeconds / seconds;
    }

    /** The report as one object. Times are seconds with six digits behind the point. */
    Json json() {
        return Json.object()
                .with("pictures", lines.size())
                .with("skipped", skipped)
                .with("tiles", tiles())
                .with("streams", streams)
                .with(
                        "queues",
                        queues.stream()
                                .map(queue -> Json.object()
                                        .with("index", queue.index())
                                        .with("users_max", queue.usersMax())
                                        .with("operations", queue.operations()))
                                .toList())
                .with("seconds", rounded(seconds))
                .with("sequential_seconds", rounded(sequentialSeconds))
                .with("ratio", rounded(ratio()))
                .with("wrong", wrong());
    }

    /** The report for people. */
    void print(PrintWriter out) {
        Table pictures = Table.of("PICTURE", ">SIZE", ">TILES", ">WRONG PIXELS", "RESULT");
        for (Line line : lines) {
            pictures.row(line.name(), line.width() + " x " + line.height(), line.tiles(), line.wrong(), line.result());
        }
        pictures.print(out);
        out.println();
        Table use = Table.of(">QUEUE", ">MOST STREAMS AT A TIME", ">OPERATIONS");
        queues.forEach(queue -> use.row(queue.index(), queue.usersMax(), queue.operations()));
        use.print(out);
        out.println();
        Table.of(">PICTURES", ">SKIPPED", ">TILES", ">STREAMS", ">QUEUES", ">TIME", ">SEQUENTIAL", ">RATIO")
                .row(
                        lines.size(),
                        skipped,
                        tiles(),
                        streams,
                        queues.size(),
                        format("%.3f s", seconds),
                        format("%.3f s", sequentialSeconds),
                        format("%.2f", ratio()))
                .print(out);
    }

    /** Adds up what the queues did; queues are only ever added, at the end. */
    private static List<QueueUse> add(List<QueueUse> before, List<QueueUse> more) {
        List<QueueUse> sum = new ArrayList<>();
        for (QueueUse queue : more) {
            long operations =
                    queue.index() < before.size() ? before.get(queue.index()).operations() : 0;
            sum.add(new QueueUse(queue.index(), queue.usersMax(), operations + queue.operations()));
        }
        return sum;
    }

    private static double rounded(double value) {
        return Math.round(value * 1e6) / 1e6;
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
