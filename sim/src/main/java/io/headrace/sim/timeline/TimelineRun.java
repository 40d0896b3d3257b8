package io.headrace.sim.timeline;

import io.headrace.sim.replay.QueueUse;
import io.headrace.sim.replay.ReplayResult;
import io.headrace.sim.replay.Schedule;
import io.headrace.sim.trace.TracedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** One way in which the operations of a trace ran: as they were recorded, or as a replay says. Immutable. */
public final class TimelineRun {

    private final String name;
    private final boolean model;
    private final List<Track> tracks;
    private final IntUnaryOperator track;
    private final IntToLongFunction started;
    private final IntToLongFunction waited;
    private final int count;

    private TimelineRun(
            String name,
            boolean model,
            List<Track> tracks,
            IntUnaryOperator track,
            IntToLongFunction started,
            IntToLongFunction waited,
            int count) {
        this.name = name;
        this.model = model;
        this.tracks = tracks;
        this.track = track;
        this.started = started;
        this.waited = waited;
        this.count = count;
    }

    /** As it was recorded. */
    static TimelineRun recorded(List<TracedOperation> operations) {
        List<Track> all = operations.stream().map(TimelineRun::track).toList();
        List<Track> tracks = new ArrayList<>(new TreeSet<>(all));
        int[] numbers = Numbering.of(all, tracks);
        return new TimelineRun(
                "as recorded",
                false,
                tracks,
                i -> numbers[i],
                i -> operations.get(i).started(),
                ignored -> -1,
                operations.size());
    }

    private static Track track(TracedOperation operation) {
        String queue = operation.queue();
        if (queue == null) {
            return new Track(operation.device(), "stream " + operation.stream());
        }
        boolean number = !queue.isEmpty() && queue.chars().allMatch(c -> c >= '0' && c <= '9');
        return new Track(operation.device(), number ? "queue " + queue : queue);
    }

    /**
     * As a replay of the trace's {@code valid()} operations says.
     *
     * @param result what the replay came to
     * @param schedule what the same replay gave
     */
    public static TimelineRun of(ReplayResult result, Schedule schedule) {
        String policy = result.policy().isEmpty() ? "recorded queues, replayed" : result.policyName();
        List<Track> tracks = new ArrayList<>();
        for (QueueUse use : result.uses()) {
            tracks.add(new Track(use.device(), "queue " + use.queue()));
        }
        return new TimelineRun(
                policy + ", " + result.queues() + (result.queues() == 1 ? " queue" : " queues"),
                true,
                tracks,
                schedule::queue,
                schedule::startedNanos,
                schedule::waitedNanos,
                schedule.count());
    }

    /** What people call it. */
    public String name() {
        return name;
    }

    /** Whether it is a model's, and no recording. */
    public boolean isModel() {
        return model;
    }

    /** How many operations it has. */
    int count() {
        return count;
    }

    /** Its rows, from above. */
    List<Track> tracks() {
        return tracks;
    }

    /** The row of an operation. */
    int track(int operation) {
        return track.applyAsInt(operation);
    }

    /** When an operation began; of a model's run, from its beginning on. */
    long started(int operation) {
        return started.applyAsLong(operation);
    }

    /** How long an operation waited; -1 if only the operation itself may tell. */
    long waited(int operation) {
        return waited.applyAsLong(operation);
    }
}
