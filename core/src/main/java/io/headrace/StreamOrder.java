package io.headrace;

import io.headrace.error.ClosedException;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.QueueThread;
import io.headrace.trace.Outcome;
import io.headrace.trace.jfr.StreamAcquiredEvent;
import io.headrace.trace.jfr.StreamReleasedEvent;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The order of one stream: numbers its steps and gives them to hardware queues.
 *
 * <p>A step goes straight to a queue if the stream holds nothing and either the same queue has the step before it, whose own
 * order then suffices, or everything before it has ended, in which case the stream is bound anew, or the device itself can wait
 * for what comes before ({@link #submitAhead}). Any other step is kept by {@link HeldSteps} until its turn has come.
 *
 * <p>Everything is guarded by this object's monitor, which is held for short stretches only, never while waiting, creating a
 * queue or running user code; except the counts of its {@link Binding}s and what {@link Timeline} keeps.
 */
final class StreamOrder extends Binding {

    /** Beyond them the queue's thread has lost its processor in the middle. */
    private static final int LOOKS_FOR_UNBINDING = 1_000;

    private static final VarHandle ENQUEUED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENQUEUED = lookup.findVarHandle(StreamOrder.class, "enqueued", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Device device;
    private final long id;
    private final Lane lane;
    private final Timeline timeline = new Timeline();
    private volatile long enqueued;
    private volatile @Nullable HeldSteps held;
    private volatile boolean closed;

    /** Where the last step went. Packets of an earlier binding end before those of a later one. */
    private Binding current = this;

    /** Where its event records and signals to set stand; {@code null} if it has had none. */
    private @Nullable Marks marks;

    /** What queues that report late are told; of its own from the first such queue on. */
    private volatile LateReports late = LateReports.NOWHERE;

    /** Records of other streams that this one waits for on the host, and whose queues have yet to be told. Written under the monitor. */
    private volatile @Nullable List<EventRecord> unexpected;

    /** {@code null} if the stream is not profiled. */
    private final @Nullable StreamProfile profile;

    /**
     * @param lane where what runs on no copy engine goes
     * @param profiled whether steps are timed
     */
    StreamOrder(Device device, long id, Lane lane, boolean profiled) {
        this.device = device;
        this.id = id;
        this.lane = lane;
        this.profile = profiled ? new StreamProfile(device.runtime().time()) : null;
    }

    /** What is known of when its operations ran; {@code null} if the stream is not profiled. */
    @Nullable
    StreamProfile profile() {
        return profile;
    }

    /** For the times of a new unit; {@code null} if the stream is not profiled. */
    @Nullable
    StepTimes newTimes() {
        return profile == null ? null : profile.newTimes();
    }

    Lane lane() {
        return lane;
    }

    Device device() {
        return device;
    }

    long id() {
        return id;
    }

    Timeline timeline() {
        return timeline;
    }

    /** The number of the last step enqueued. */
    long enqueued() {
        return enqueued;
    }

    /** The steps held on the host side; {@code null} if there are none. */
    @Nullable
    HeldSteps held() {
        return held;
    }

    /** The index of the compute queue that the stream is bound to; -1 if there is none. */
    synchronized int queueIndex() {
        QueueSlot slot = current.slot();
        Lane served = current.served();
        return current.inFlight() > 0 && slot != null && served != null && served.isCompute() ? slot.index() : -1;
    }

    /** Takes nothing more; gives {@code false} if it was closed before. */
    boolean close() {
        boolean wasOpen;
        synchronized (this) {
            wasOpen = !closed;
            closed = true;
            HeldSteps steps = held;
            if (steps != null) {
                steps.close();
                steps.rouse();
            }
        }
        settle();
        return wasOpen;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Enqueues a launch, copy or fill, and those behind it of the same unit, if it can be taken now.
     *
     * @param ensured the slot of an earlier call's obstacle, whose queue exists now; this call takes its count over
     * @return {@code null} if the unit was taken, else what stands in the way
     */
    @Nullable
    Obstacle tryEnqueue(LaneStep step, @Nullable QueueSlot ensured) {
        Obstacle obstacle = take(step, ensured);
        settle();
        late.poll();
        return obstacle;
    }

    private synchronized @Nullable Obstacle take(LaneStep step, @Nullable QueueSlot ensured) {
        Obstacle obstacle = tryEnqueueFirst(step, ensured);
        if (obstacle == null) {
            noteTimes(step.times());
            // Whether the stream and the runtime are open was asked for the whole unit, before its first step.
            for (LaneStep behind = step.takeNext(); behind != null; behind = behind.takeNext()) {
                if (!abandonedWithFailure(behind)) {
                    keep(behind);
                }
            }
        }
        return obstacle;
    }

    private void noteTimes(@Nullable StepTimes times) {
        if (profile != null && times != null) {
            profile.lastTimes(times);
        }
    }

    private @Nullable Obstacle tryEnqueueFirst(LaneStep step, @Nullable QueueSlot ensured) {
        boolean binds = false;
        try {
            if (isRefused(step)) {
                return null;
            }
            if (isHolding()) {
                return passHeldWaits(step) ? null : hold(step);
            }
            if (current.inFlight() > 0) {
                if (!step.lane().takes(current.served())) {
                    return late.isThere() && submitAhead(step, List.of(), 0) ? null : hold(step);
                }
                if (current.raise()) {
                    return offer(step);
                }
            }
            binds = true;
        } finally {
            if (!binds && ensured != null) {
                ensured.release();
            }
        }
        awaitUnbinding();
        QueueSlot chosen = ensured != null ? ensured : step.lane().acquire();
        if (chosen.queue() == null) {
            return new Obstacle(Obstacle.Kind.NO_QUEUE, chosen);
        }
        bindAnew(chosen, step.lane().of(chosen));
        return offer(step);
    }

    /** Enqueues a host call if it can be taken now. */
    @Nullable
    Obstacle tryEnqueue(HostStep step) {
        Obstacle obstacle;
        synchronized (this) {
            if (isRefused(step)) {
                return null;
            }
            obstacle = hold(step);
            if (obstacle == null) {
                noteTimes(step.times());
            }
        }
        settle();
        return obstacle;
    }

    /** Enqueues a wait, unless it is over already. */
    void enqueue(WaitStep step) {
        synchronized (this) {
            if (isRefused(step)) {
                return;
            }
            boolean itsTurn = !isHolding() && timeline.hasPassed(enqueued);
            if (!step.isOver(itsTurn)) {
                hold(step);
            }
        }
        settle();
    }

    /** Records an event behind what is enqueued. */
    void record(Event event) {
        synchronized (this) {
            throwIfClosed();
            // Not before it is appended: whoever finds the record finds it settled, or can be told.
            event.recorded(appendRecord(true));
        }
        settle();
    }

    /**
     * A record of what is enqueued, also of a closed stream. Nobody learns when it happened, so that its queue need not be asked for
     * more than the order that the device keeps by itself.
     *
     * @return {@code null} if all of it has ended, and no failure is left that concerns who comes after
     */
    @Nullable
    EventRecord end() {
        late.poll();
        if (timeline.hasPassed(enqueued) && isWithoutFailure()) {
            return null;
        }
        EventRecord record;
        synchronized (this) {
            record = appendRecord(false);
        }
        settle();
        return record;
    }

    /** Whether everything enqueued has ended, and no failure is left that concerns who comes after. */
    boolean isAtRest() {
        return isSeenToHavePassed(enqueued) && isWithoutFailure();
    }

    private boolean isWithoutFailure() {
        Failure failure = timeline.failure();
        return failure == null || failure.isCleared();
    }

    private EventRecord appendRecord(boolean timed) {
        boolean submitted = !isHolding() && current.inFlight() > 0;
        EventRecord record = new EventRecord(
                this,
                enqueued,
                device.runtime().time(),
                submitted ? current.slot() : null,
                submitted ? late.packetOf(enqueued) : LateReports.NONE,
                lastSet(),
                timed);
        append(record);
        return record;
    }

    /** Appends a signal to set behind what is enqueued; {@code tail} makes it from the number of the last step. */
    void append(LongFunction<Tail> tail) {
        synchronized (this) {
            throwIfClosed();
            append(tail.apply(enqueued));
            marks().set(enqueued);
        }
        settle();
    }

    /** Like {@link #append}, for something that belongs to a wait: it may come after the stream was closed. */
    void watch(LongFunction<Tail> tail) {
        synchronized (this) {
            Tail watch = tail.apply(enqueued);
            if (timeline.add(watch)) {
                want(enqueued);
            } else {
                watch.reached();
            }
        }
        settle();
    }

    /** Somebody is to be told of the end of a step as soon as it can be seen. Called under the monitor. */
    private void want(long sequence) {
        late.owe(sequence);
        HeldSteps steps = held;
        if (steps != null) {
            steps.rouse();
        }
    }

    /**
     * Somebody waits for a step. Called without any lock.
     *
     * @return whether its queue was told of it, or of a later one
     */
    boolean expect(long sequence) {
        rouse();
        late.settle();
        boolean told = late.expect(sequence);
        expectUnexpected();
        return told;
    }

    private void rouse() {
        HeldSteps steps = held;
        if (steps != null && steps.isDormant()) {
            synchronized (this) {
                steps.rouse();
            }
        }
    }

    /** The stream waits on the host for a record of another one, whose queue is told by {@link #settle}. Called under the monitor. */
    void expectLater(EventRecord record) {
        record.makeUrgent();
        // An order whose steps have been in no such queue yet sees that the record is urgent when they come to one.
        if (record.order().late.isThere()) {
            List<EventRecord> records = unexpected;
            if (records == null) {
                records = new ArrayList<>(1);
                unexpected = records;
            }
            records.add(record);
        }
    }

    /** Tells queues what they are owed. Called without any lock, by who may have noted something under the monitor. */
    void settle() {
        late.settle();
        expectUnexpected();
    }

    /** Goes from stream to stream in a loop: each may have been waiting for another one, and there may be very many in a row. */
    private void expectUnexpected() {
        if (unexpected == null) {
            return;
        }
        ArrayDeque<EventRecord> left = new ArrayDeque<>(takeUnexpected());
        for (EventRecord record = left.poll(); record != null; record = left.poll()) {
            StreamOrder other = record.order();
            other.rouse();
            other.late.settle();
            other.late.expect(record.target());
            left.addAll(other.takeUnexpected());
        }
    }

    private List<EventRecord> takeUnexpected() {
        if (unexpected == null) {
            return List.of();
        }
        synchronized (this) {
            List<EventRecord> records = unexpected;
            unexpected = null;
            return records == null ? List.of() : records;
        }
    }

    /** What queues that report late are told of this stream. */
    LateReports late() {
        return late;
    }

    /**
     * Whether a step has passed, for who only asks: a queue that reports late looks once. Never called under the monitor, nor
     * by a queue.
     */
    boolean isSeenToHavePassed(long sequence) {
        if (timeline.hasPassed(sequence)) {
            return true;
        }
        if (!late.isThere()) {
            return false;
        }
        boolean told = expect(sequence);
        return (late.poll() || told) && timeline.hasPassed(sequence);
    }

    /** Fails the held steps that have not begun. */
    synchronized void cancel(HeadraceException cause) {
        HeldSteps steps = held;
        if (steps != null) {
            steps.cancel(cause);
        }
    }

    /** Nothing is held any more. A thread that still knows the object finds it empty. Called under the monitor. */
    void holdsNothing(HeldSteps empty) {
        if (held == empty) {
            held = null;
            device.runtime().holders().remove(empty);
        }
    }

    /**
     * Checks that the stream can be used.
     *
     * @throws ClosedException if it, or the runtime, was closed
     */
    void checkOpen() {
        throwIfClosed();
    }

    /**
     * Checks that the calling thread does not wait for what needs it to go on.
     *
     * @param target the number of the last step that is waited for
     * @throws IllegalStateException if it runs kernels, or a host call of this stream, or of one that this one waits for
     */
    void checkMayWait(long target) {
        if (Thread.currentThread() instanceof QueueThread) {
            throw new IllegalStateException(
                    "a kernel must not wait for a stream, since its queue would wait for itself: " + "stream=" + id
                            + "; order the streams by an event instead");
        }
        if (held != null && HostStep.isRunningOne()) {
            CallersCall.checkIsNotAwaitedBy(this, target);
        }
    }

    /**
     * Whether the calling thread runs a host call that is held here, of number {@code last} or before.
     *
     * @param waits is given what the steps up to there wait for
     */
    synchronized boolean holdsCallersCall(long last, Consumer<CallersCall.Place> waits) {
        HeldSteps steps = held;
        return steps != null && steps.holdCallersCall(last, waits);
    }

    private Marks marks() {
        Marks there = marks;
        if (there == null) {
            there = new Marks();
            marks = there;
        }
        return there;
    }

    /** The number of the last step that an event record or a signal to set stands behind. */
    private long lastMarked() {
        return marks == null ? Marks.NONE : marks.lastMarked();
    }

    /** The number of the last step that a signal to set stands behind. */
    private long lastSet() {
        return marks == null ? Marks.NONE : marks.lastSet();
    }

    private void append(Tail tail) {
        marks().marked(enqueued);
        if (!timeline.addMarker(tail)) {
            tail.reached();
        } else if (tail.isUrgent()) {
            want(enqueued);
        }
    }

    /** A step has failed: those behind it fail with it, also those that are held for something that may never happen. */
    synchronized void fail(long sequence, HeadraceException cause) {
        if (cause instanceof DeviceFailureException failed) {
            device.noteFailure(failed);
        }
        Failure latest = timeline.failure();
        if (latest == null || !latest.covers(sequence)) {
            if (latest == null || latest.isCleared()) {
                timeline.fail(sequence, cause);
            } else {
                // Steps behind this one were cancelled and have failed: it is one failure, which begins here.
                latest.extend(sequence, cause);
            }
            HeldSteps steps = held;
            if (steps != null && !steps.isEmpty()) {
                steps.wakeToFail();
            }
        }
    }

    /** A wait throws a failure: what is enqueued from now on does not fail with it. */
    synchronized void clear(Failure failure) {
        if (!failure.isCleared()) {
            failure.clear(enqueued);
        }
    }

    /** What became of a held step that was to be submitted. */
    enum Submission {
        /** It is in the queue that the stream was bound to. */
        DONE,
        /** It is in the queue that the stream was counted in for this. */
        DONE_ANEW,
        /** The ring of the queue that the stream is bound to is full. */
        FULL,
        /** The ring of the queue that the stream was counted in is full; it counts there no more. */
        FULL_ANEW,
        /** The queue that the stream is bound to refused it, which has failed the stream. */
        REFUSED,
        /** The queue that the stream was counted in refused it, which has failed the stream; it counts there no more. */
        REFUSED_ANEW,
        /** Something before it has not ended. */
        NOT_YET,
        /** The stream has to be bound to a queue first. */
        NEEDS_QUEUE;

        /** Whether the count of the slot that was given for the step was used up. */
        boolean tookReserved() {
            return this == DONE_ANEW || this == FULL_ANEW || this == REFUSED_ANEW;
        }
    }

    /**
     * Moves the first held step into a queue if its turn has come. Called under the monitor.
     *
     * @param mine a slot that counts this stream already and serves the step; {@code null} if there is none
     */
    Submission submitHeld(LaneStep step, @Nullable QueueSlot mine) {
        if (current.inFlight() > 0) {
            if (!step.lane().takes(current.served())) {
                return Submission.NOT_YET;
            }
            if (current.raise()) {
                return offerHeld(step, Submission.DONE, Submission.FULL, Submission.REFUSED);
            }
        }
        if (mine == null) {
            return Submission.NEEDS_QUEUE;
        }
        bindAnew(mine, step.lane().of(mine));
        return offerHeld(step, Submission.DONE_ANEW, Submission.FULL_ANEW, Submission.REFUSED_ANEW);
    }

    private Submission offerHeld(LaneStep step, Submission done, Submission full, Submission refused) {
        try {
            if (!offerToCurrent(step)) {
                return full;
            }
            late.oweIfAwaited(timeline, step.sequence());
            return done;
        } catch (RuntimeException e) {
            // No caller is there to be told: the stream fails, and says so to those who wait.
            HeadraceException cause = e instanceof HeadraceException described
                    ? described
                    : new HeadraceException("queue=" + slotOf(current).index() + " refused an operation: " + e, e);
            fail(step.sequence(), cause);
            return refused;
        }
    }

    private void throwIfClosed() {
        device.runtime().checkOpen();
        if (closed) {
            throw new ClosedException("the stream was closed: stream=" + id + "; make another with device.stream()");
        }
    }

    /** Whether a new step fails before it begins, with the failure that no wait has thrown yet. */
    private boolean isRefused(Step step) {
        throwIfClosed();
        return abandonedWithFailure(step);
    }

    private boolean abandonedWithFailure(Step step) {
        Failure failure = timeline.failure();
        if (failure == null || failure.isCleared()) {
            return false;
        }
        step.skip(Outcome.SKIPPED);
        return true;
    }

    private boolean isHolding() {
        HeldSteps steps = held;
        return steps != null && !steps.isEmpty();
    }

    private @Nullable Obstacle hold(Step step) {
        HeldSteps steps = held;
        if (!(step instanceof WaitStep) && steps != null && steps.isFull()) {
            return Obstacle.TOO_MANY_HELD;
        }
        keep(step);
        return null;
    }

    private void keep(Step step) {
        HeldSteps steps = held;
        if (steps == null) {
            steps = new HeldSteps(this);
            held = steps;
        }
        step.sequence(enqueued + 1);
        ENQUEUED.setRelease(this, enqueued + 1);
        steps.add(step);
    }

    /**
     * The queue's thread says that nothing is in flight, then takes the stream from the queue's users, then says that the step
     * has ended. Looks for that a little, so that a stream does not find its own queue in use by itself.
     */
    private void awaitUnbinding() {
        QueueSlot last = current.slot();
        for (int look = 0; look < LOOKS_FOR_UNBINDING && last != null && last.users() > 0; look++) {
            if (timeline.hasEnded(enqueued)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    /** Everything before has ended: the stream goes to a queue. */
    private void bindAnew(QueueSlot chosen, Lane served) {
        DriverQueue queue = queueOf(chosen);
        if (late == LateReports.NOWHERE && queue.reportsLate()) {
            late = new LateReports(this);
        }
        late.bound(queue);
        current = freeBinding();
        bind(current, chosen, served);
    }

    private void bind(Binding binding, QueueSlot chosen, Lane served) {
        StreamAcquiredEvent.commit(device.id(), id, chosen.kind(), chosen.index());
        binding.bind(chosen, served);
    }

    /** Packets of this stream have ended in the queue of a binding; called before that is published. */
    void ended(Binding binding, int packets) {
        QueueSlot where = slotOf(binding);
        if (binding.ended(where, packets)) {
            StreamReleasedEvent.commit(device.id(), id, where.kind(), where.index());
        }
    }

    /** A binding with nothing in flight: the stream itself, unless it still has packets where it went on from. */
    private Binding freeBinding() {
        return inFlight() == 0 ? this : new Binding();
    }

    /** Numbers a new step, which is counted already, and offers it to the current queue. */
    private @Nullable Obstacle offer(LaneStep step) {
        step.sequence(enqueued + 1);
        if (!offerToCurrent(step)) {
            return new Obstacle(Obstacle.Kind.RING_FULL, slotOf(current));
        }
        ENQUEUED.setRelease(this, enqueued + 1);
        return null;
    }

    private boolean offerToCurrent(LaneStep step) {
        long packet = offer(step, current);
        if (packet < 0) {
            return false;
        }
        late.submitted(step.sequence(), packet);
        return true;
    }

    /**
     * Offers a step that is counted already; it is not any more if the ring has no room.
     *
     * @return its packet, or a negative number
     */
    private long offer(LaneStep step, Binding where) {
        QueueSlot slot = slotOf(where);
        DriverQueue queue = queueOf(slot);
        step.placed(where, queue.reportsLate());
        long packet = -1;
        try {
            packet = queue.offer(step);
        } catch (IllegalStateException e) {
            device.runtime().checkOpen(); // it was closed a moment ago, and its queues with it
            throw e;
        } finally {
            if (packet < 0) {
                ended(where, 1);
            }
        }
        return packet;
    }

    /** Lets a step pass in front of held waits if its queue's order gives what they wait for, or the device can wait for it. */
    private boolean passHeldWaits(LaneStep step) {
        HeldSteps steps = Objects.requireNonNull(held);
        boolean stays = current.inFlight() > 0 && step.lane().takes(current.served());
        if ((!stays && !steps.mayWaitOnDevice()) || lastMarked() >= steps.firstSequence()) {
            return false;
        }
        List<EventRecord> events = steps.eventsIfNothingElse();
        if (events.isEmpty()) {
            return false;
        }
        if (!submitAhead(step, events, steps.firstSequence())) {
            return false;
        }
        steps.clear();
        late.oweIfAwaited(timeline, step.sequence());
        return true;
    }

    /**
     * Puts a new step in a queue though what comes before it, in this stream or by the events, has not ended: because that is in
     * the same queue, or because the device can wait for it there ({@link DriverQueue#awaitable}) and holds up no other stream by
     * that ({@link Lane#mayWaitIn}).
     *
     * @param first the number of the first of the waits for the events
     * @return {@code false} if that cannot be, and nothing has changed
     */
    private boolean submitAhead(LaneStep step, List<EventRecord> events, long first) {
        Binding before = current;
        boolean stays = before.inFlight() > 0 && step.lane().takes(before.served());
        if (stays && !before.raise()) {
            return false;
        }
        QueueSlot target = stays ? slotOf(before) : step.lane().acquire();
        List<DriverQueue.Position> places = placesBefore(step, events, target, stays);
        if (places == null) {
            if (stays) {
                ended(before, 1);
            } else {
                target.release();
            }
            return false;
        }
        Binding next = before;
        if (!stays) {
            next = freeBinding();
            bind(next, target, step.lane().of(target));
        }
        step.sequence(enqueued + 1);
        step.goAhead(new GoneAhead(places, events, first));
        long packet = offer(step, next);
        if (packet < 0) {
            step.goAhead(null);
            return false;
        }
        if (!stays) {
            goneOn(next, before.inFlight() > 0);
        }
        late.submitted(step.sequence(), packet);
        ENQUEUED.setRelease(this, enqueued + 1);
        return true;
    }

    /** A step that the device lets wait went to another queue. */
    private void goneOn(Binding next, boolean fromQueue) {
        current = next;
        DriverQueue queue = queueOf(slotOf(next));
        if (late == LateReports.NOWHERE) {
            late = new LateReports(this);
        }
        if (fromQueue) {
            late.moved(queue);
        } else {
            late.bound(queue);
        }
    }

    /** What the device has to wait for before a step in a queue; {@code null} if it cannot, or must not there. */
    private @Nullable List<DriverQueue.Position> placesBefore(
            LaneStep step, List<EventRecord> events, QueueSlot target, boolean stays) {
        List<DriverQueue.Position> places = new ArrayList<>(events.size() + 1);
        if (!stays && current.inFlight() > 0) {
            DriverQueue.Position own = late.isOwing() || !timeline.hasPassed(lastSet()) ? null : late.lastPlace();
            if (own == null) {
                return null;
            }
            places.add(own);
        }
        for (EventRecord event : events) {
            if (!event.isGivenBy(target)) {
                DriverQueue.Position place = event.place(device);
                // What has failed is told by the wait.
                if (place == null || event.failureAtEnd() != null) {
                    return null;
                }
                places.add(place);
            }
        }
        boolean waits = !stays || !places.isEmpty();
        return waits && (target.queue() == null || !step.lane().of(target).mayWaitIn(target)) ? null : places;
    }

    private static QueueSlot slotOf(Binding bound) {
        return Objects.requireNonNull(bound.slot());
    }

    private static DriverQueue queueOf(QueueSlot slot) {
        return Objects.requireNonNull(slot.queue());
    }
}
