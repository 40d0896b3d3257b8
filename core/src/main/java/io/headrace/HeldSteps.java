package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import io.headrace.trace.Outcome;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one stream that are held on the host side until their turn has come (rule 2).
 *
 * <p>Only the first one is looked at, and one watch is armed for what it lacks. Whoever brings that about calls
 * {@link #wake}, which appends the stream to the ready list of a hardware queue and does no more; {@link #run} then moves the
 * stream on, on that queue's thread. Where the next step needs no queue, or one that has to be created, the library's own
 * thread does it. Lives until the stream holds nothing any more; the next step that has to be held gets another.
 *
 * <p>Waits that the device may be able to do lie <em>dormant</em> at first: nobody asks for what they lack, since the next step is
 * likely to pass them. Whatever else comes, or asks for the end of one of them, {@linkplain #rouse rouses} them.
 *
 * <p>Guarded by the monitor of the {@link StreamOrder}, except for what waking needs, which takes no lock.
 */
final class HeldSteps extends HeldList implements Runnable {

    private static final System.Logger LOG = System.getLogger("io.headrace");
    private static final VarHandle WOKEN;
    private static final VarHandle WAITING_FOR_ROOM;

    /** The number of no step. */
    private static final long NONE = -1;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WOKEN = lookup.findVarHandle(HeldSteps.class, "woken", boolean.class);
            WAITING_FOR_ROOM = lookup.findVarHandle(HeldSteps.class, "waitingForRoom", ConcurrentLinkedQueue.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final StreamOrder order;

    /** Threads that wait until fewer operations are held; {@code null} while none ever did. */
    private volatile @Nullable ConcurrentLinkedQueue<Thread> waitingForRoom;

    /** How many of the steps count against the limit: all but waits. Written under the monitor. */
    private volatile int operations;

    private volatile boolean closed;

    /** Whether all that is held are waits for which nothing was asked yet. Written under the monitor. */
    private volatile boolean dormant;

    /** Whether the runtime knows that the stream holds steps. */
    private boolean known;

    /** The number of the step whose end was asked for last, so that it is asked for once. */
    private long awaitedEnd = NONE;

    /** The lane that a woken stream goes to; {@code null} for the library's own thread: its next step needs no queue. */
    private volatile @Nullable Lane route;

    /** Whether the route is that of the step behind the first one, which is a wait. */
    private volatile boolean behindWait;

    private volatile boolean woken;

    /** The slot that counts the stream since it was woken. Written by who woke it, read by who runs it. */
    private @Nullable QueueSlot reserved;

    HeldSteps(StreamOrder order) {
        this.order = order;
    }

    @Override
    StreamOrder order() {
        return order;
    }

    /** Whether the stream holds as many operations as it may; may also be asked without the monitor. */
    boolean isFull() {
        return operations >= order.device().limits().maxPending();
    }

    /** Lets go who waits until fewer operations are held: the stream was closed. */
    void close() {
        closed = true;
        letGo();
    }

    boolean isClosed() {
        return closed;
    }

    long firstSequence() {
        return first().sequence();
    }

    /** Appends a step, and sees to it that it gets its turn. */
    void add(Step step) {
        append(step);
        if (!(step instanceof WaitStep)) {
            count(1);
        }
        if (step instanceof LaneStep lane) {
            lane.held(order.device().reclaimer().grace());
        }
        if (first() == step) {
            if (mayWaitOnDevice() && order.late().isThere() && !order.timeline().hasPassed(step.sequence() - 1)) {
                dormant = true;
            } else {
                beKnown();
                goOn(null);
            }
        } else if (dormant) {
            if (!isPlace(step)) {
                rouse();
            }
        } else if (second() == step && first() instanceof WaitStep) {
            routeBehindFirst();
        }
    }

    /** Whether nobody has asked for what the waits lack. May be asked without the monitor. */
    boolean isDormant() {
        return dormant;
    }

    /** Asks for what the waits lack, if nobody has. Called under the monitor. */
    void rouse() {
        if (dormant) {
            goOn(null);
            if (!isEmpty() && first() instanceof WaitStep) {
                routeBehindFirst();
            }
        }
    }

    /** It may be known already: while a host call ends there is nothing for a moment, and then a step again. */
    private void beKnown() {
        if (!known) {
            known = true;
            order.device().runtime().holders().add(this);
        }
    }

    /** The events that are waited for, if nothing else is held and none has failed; else empty. */
    List<EventRecord> eventsIfNothingElse() {
        List<EventRecord> events = new ArrayList<>();
        for (Step step : this) {
            if (!(step instanceof WaitStep.ForEvent wait) || wait.failure() != null) {
                return List.of();
            }
            events.add(wait.record());
        }
        return events;
    }

    /** Whether the first step waits for something that a device may be able to wait for. */
    boolean mayWaitOnDevice() {
        return isPlace(first());
    }

    private static boolean isPlace(Step step) {
        return step instanceof WaitStep.ForEvent wait && wait.record().isPlace();
    }

    /** Forgets the waits: what was held behind them has passed. A watch that is armed for one finds nothing to do. */
    void clear() {
        dormant = false;
        removeAll();
        order.holdsNothing(this);
    }

    /** Fails what has not begun. Called under the monitor. */
    void cancel(HeadraceException cause) {
        for (Step step : this) {
            if (!(step instanceof HostStep call && call.isStarted())) {
                order.fail(step.sequence(), cause);
                return;
            }
        }
    }

    /**
     * Whether the calling thread runs one of the host calls up to a number; tells what is waited for up to there. What has failed
     * waits for nothing.
     */
    boolean holdCallersCall(long last, Consumer<CallersCall.Place> waits) {
        for (Step step : this) {
            if (step.sequence() > last) {
                return false;
            }
            if (step instanceof HostStep call) {
                if (call.runsHere()) {
                    return true;
                }
                CallersCall.Place awaited = call.awaited();
                if (awaited != null) {
                    waits.accept(awaited);
                }
            } else if (step instanceof WaitStep.ForEvent wait && !mustFail(step)) {
                waits.accept(new CallersCall.Place(
                        wait.record().order(), wait.record().target()));
            }
        }
        return false;
    }

    /** A thread waits until the stream holds fewer operations. */
    void awaitRoom(Thread thread) {
        if (waitingForRoom == null) {
            WAITING_FOR_ROOM.compareAndSet(this, null, new ConcurrentLinkedQueue<Thread>());
        }
        Objects.requireNonNull(waitingForRoom).add(thread);
    }

    void stopAwaitingRoom(Thread thread) {
        Objects.requireNonNull(waitingForRoom).remove(thread);
    }

    private void letGo() {
        ConcurrentLinkedQueue<Thread> waiting = waitingForRoom;
        if (waiting != null) {
            waiting.forEach(LockSupport::unpark);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the monitor only
    private void count(int change) {
        operations += change;
    }

    /** What the first step lacked may be there: lets somebody look. From any thread; never blocks. */
    void wake() {
        if (!WOKEN.compareAndSet(this, false, true)) {
            return;
        }
        Executor dispatcher = order.device().runtime().dispatcher();
        Lane to = route;
        // Who waits for the wait alone must not be behind what the queue of the next step is busy with.
        if (to == null || (behindWait && order.timeline().isNextAwaited())) {
            dispatcher.execute(this);
            return;
        }
        QueueSlot slot = to.acquire();
        reserved = slot;
        if (slot.queue() != null) {
            slot.ready().add(this, dispatcher);
        } else {
            dispatcher.execute(this);
        }
    }

    /** The stream has failed: its held steps fail now. Called under the monitor. */
    void wakeToFail() {
        route(null);
        wake();
    }

    /** Moves the stream on. Nothing escapes: the thread serves other streams too. */
    @Override
    public void run() {
        try {
            moveOn();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "stream=" + order.id() + " could not be moved on and fails", e);
            synchronized (order) {
                cancel(new HeadraceException("the stream could not be moved on: stream=" + order.id(), e));
            }
        }
    }

    private void moveOn() {
        QueueSlot mine = reserved;
        reserved = null;
        woken = false;
        if (mine != null && !ensure(mine)) {
            mine = null;
        }
        boolean used;
        synchronized (order) {
            used = goOn(mine);
        }
        if (mine != null && !used) {
            mine.release();
        }
        order.settle();
    }

    /** A host call has ended: the stream goes on. */
    void ended(HostStep call) {
        synchronized (order) {
            removeFirst();
        }
        order.timeline().advance(call.sequence());
        synchronized (order) {
            goOn(null);
        }
        order.settle();
    }

    private boolean ensure(QueueSlot slot) {
        try {
            slot.ensure();
            return true;
        } catch (HeadraceException e) {
            slot.release();
            synchronized (order) {
                cancel(e);
            }
            return false;
        }
    }

    /**
     * Does what can be done now, in order, and arms a watch for what the first remaining step lacks.
     *
     * @param mine a slot that counts the stream already; {@code null} if there is none
     * @return whether the stream is bound to {@code mine} now
     */
    private boolean goOn(@Nullable QueueSlot mine) {
        if (dormant) {
            dormant = false;
            beKnown();
        }
        QueueSlot left = mine;
        boolean goesOn = true;
        while (goesOn && !isEmpty()) {
            Step first = first();
            if (mustFail(first)) {
                goesOn = abandon(first);
                continue;
            }
            switch (first) {
                case WaitStep wait -> goesOn = moveOn(wait);
                case HostStep call -> goesOn = moveOn(call);
                case LaneStep lane -> {
                    StreamOrder.Submission outcome =
                            order.submitHeld(lane, left != null && lane.lane().has(left) ? left : null);
                    if (outcome.tookReserved()) {
                        left = null;
                    }
                    goesOn = moveOn(lane, outcome);
                }
            }
        }
        if (isEmpty()) {
            order.holdsNothing(this);
        }
        return mine != null && left == null;
    }

    private boolean mustFail(Step step) {
        Failure failure = order.timeline().failure();
        return failure != null
                && failure.covers(step.sequence())
                && !(step instanceof HostStep call && call.isStarted());
    }

    private boolean abandon(Step step) {
        if (!hasTurn(step, null)) {
            return false;
        }
        removeFirst();
        Failure failure = order.timeline().failure();
        step.skip(failure == null ? Outcome.SKIPPED : failure.outcomeOf(step.sequence()));
        order.timeline().advance(step.sequence());
        return true;
    }

    private boolean moveOn(WaitStep wait) {
        if (!hasTurn(wait, null)) {
            return false;
        }
        routeBehindFirst();
        if (wait.arm(this)) {
            return false;
        }
        HeadraceException cause = wait.failure();
        if (cause != null) {
            order.fail(wait.sequence(), cause);
        } else {
            removeFirst();
            order.timeline().advance(wait.sequence());
        }
        return true;
    }

    private boolean moveOn(HostStep call) {
        if (!call.isStarted() && hasTurn(call, null)) {
            call.start();
        }
        return false;
    }

    private boolean moveOn(LaneStep lane, StreamOrder.Submission outcome) {
        switch (outcome) {
            case REFUSED, REFUSED_ANEW -> {
                return true;
            }
            case DONE, DONE_ANEW -> {
                removeFirst();
                lane.submitted(order.device().reclaimer().grace());
                return true;
            }
            // In a full ring the stream's own packets end, and then it is its turn again.
            case NOT_YET, FULL -> {
                if (!hasTurn(lane, lane.lane())) {
                    return false;
                }
            }
            case FULL_ANEW, NEEDS_QUEUE -> {}
        }
        route(lane.lane());
        wake();
        return false;
    }

    /** Whether all steps before this one have ended; else asks for their end, and takes the route when that comes. */
    private boolean hasTurn(Step step, @Nullable Lane then) {
        long before = step.sequence() - 1;
        if (order.timeline().hasPassed(before)) {
            return true;
        }
        route(then);
        if (awaitedEnd == before) {
            return false;
        }
        awaitedEnd = before;
        order.late().owe(before);
        return !order.timeline().add(new Timeline.Watch(before) {
            @Override
            void reached() {
                wake();
            }
        });
    }

    private void route(@Nullable Lane then) {
        behindWait = false;
        route = then;
    }

    /** What ends the first step, a wait, sends the stream straight to the queue of the step behind it, if that needs one. */
    private void routeBehindFirst() {
        if (second() instanceof LaneStep lane) {
            behindWait = true;
            route = lane.lane();
        } else {
            route(null);
        }
    }

    private void removeFirst() {
        if (!(poll() instanceof WaitStep)) {
            count(-1);
            letGo();
        }
    }
}
