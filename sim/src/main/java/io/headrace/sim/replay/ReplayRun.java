package io.headrace.sim.replay;

import io.headrace.queue.QueueSlot;
import io.headrace.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One replay. Operations come, go through their stream into its queue, run and end. A stream is bound and unbound when the
 * runtime does so. Of what happens at one time, operations come first: what comes when the one before it ends was already
 * behind that one in its queue, or it could not follow so closely.
 */
final class ReplayRun implements VirtualQueue.Operations {

    private final Workload work;
    private final Placement placement;
    private final Binding binding;
    private final VirtualTime time;
    private final List<ReplayedStream> streams;
    private final @Nullable QueueSlot[] where;
    private final long[] ended;
    private final long[] waited;

    /** By operation, the streams that wait for its end. */
    private final Map<Integer, List<ReplayedStream>> waiting = new HashMap<>();

    private int nextToCome;
    private int plannedToCome = -1;
    private int done;

    ReplayRun(Workload work, Placement placement, Binding binding, VirtualTime time) {
        this.work = work;
        this.placement = placement;
        this.binding = binding;
        this.time = time;
        this.streams = work.streams().stream().map(ReplayedStream::new).toList();
        this.where = new QueueSlot[work.count()];
        this.ended = new long[work.count()];
        Arrays.fill(ended, -1);
        this.waited = new long[work.count()];
    }

    /** Runs all; once. */
    void run() {
        letCome();
        time.run();
        if (done != work.count()) {
            throw new IllegalStateException(
                    "operations were lost: operations=" + work.count() + " ended=" + done + " time=" + time.nanos());
        }
    }

    long makespanNanos() {
        return time.nanos();
    }

    /** How long each operation stood in its queue after all that it depends on was done. */
    long[] waited() {
        return waited.clone();
    }

    long endedNanos(int operation) {
        return ended[operation];
    }

    /** The queue in which an operation ran. */
    @Nullable
    QueueSlot where(int operation) {
        return where[operation];
    }

    /**
     * When and where operations ran.
     *
     * @param firstOfDevice by device, the number of its first queue among all
     */
    Schedule schedule(int[] firstOfDevice) {
        int[] queues = new int[work.count()];
        long[] started = new long[work.count()];
        for (int i = 0; i < queues.length; i++) {
            QueueSlot slot = Objects.requireNonNull(where[i], "where");
            queues[i] = firstOfDevice[work.device(i)] + slot.index();
            started[i] = ended[i] - work.nanos(i);
        }
        return new Schedule(queues, started, waited());
    }

    /** Lets those come whose time it is. */
    private void letCome() {
        while (nextToCome < work.count() && work.comes(work.inOrder(nextToCome)) <= time.nanos()) {
            ReplayedStream stream = stream(work.inOrder(nextToCome++));
            stream.came++;
            goOn(stream);
        }
        if (nextToCome < work.count() && plannedToCome != nextToCome) {
            plannedToCome = nextToCome;
            time.at(work.comes(work.inOrder(nextToCome)), this::letCome);
        }
    }

    /** Puts into its queue what a stream may put there now. */
    private void goOn(ReplayedStream stream) {
        for (int next = stream.next(); next >= 0 && mayGo(next, stream); next = stream.next()) {
            QueueSlot slot = stream.bound;
            if (slot == null) {
                slot = placement.acquire(next);
                stream.bound = slot;
            }
            stream.submitted++;
            stream.inFlight++;
            where[next] = slot;
            queue(slot).put(next, work.stream(next), this);
        }
    }

    private boolean mayGo(int operation, ReplayedStream stream) {
        QueueSlot slot = stream.bound;
        if (slot != null && !placement.fits(operation, slot)) {
            if (stream.inFlight > 0) {
                return false;
            }
            unbind(stream, slot);
        }
        for (int other : work.waitsFor(operation)) {
            boolean givenByQueue = stream.bound != null && where[other] == stream.bound;
            if (ended[other] < 0 && !givenByQueue) {
                List<ReplayedStream> others = waiting.computeIfAbsent(other, ignored -> new ArrayList<>(1));
                if (!others.contains(stream)) {
                    others.add(stream);
                }
                return false;
            }
        }
        return true;
    }

    @Override
    public void begin(int operation) {
        long ready = work.comes(operation);
        int before = work.before(operation);
        if (before >= 0) {
            ready = Math.max(ready, ended[before]);
        }
        for (int other : work.waitsFor(operation)) {
            ready = Math.max(ready, ended[other]);
        }
        waited[operation] = time.nanos() - ready;
    }

    @Override
    public long nanos(int operation) {
        return work.nanos(operation);
    }

    @Override
    public void end(int operation) {
        letCome();
        ended[operation] = time.nanos();
        done++;
        ReplayedStream stream = stream(operation);
        QueueSlot slot = stream.bound;
        stream.inFlight--;
        if (slot != null && stream.inFlight == 0 && (binding == Binding.WHILE_BUSY || stream.isOver())) {
            unbind(stream, slot);
        }
        goOn(stream);
        List<ReplayedStream> others = waiting.remove(operation);
        if (others != null) {
            others.forEach(this::goOn);
        }
    }

    private static void unbind(ReplayedStream stream, QueueSlot slot) {
        slot.release();
        stream.bound = null;
    }

    private ReplayedStream stream(int operation) {
        return streams.get(work.stream(operation));
    }

    private static VirtualQueue queue(QueueSlot slot) {
        return (VirtualQueue) slot.ensure();
    }
}
