package io.headrace.trace.tape;

import io.headrace.trace.TraceSink;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes records from a tape and gives them to a sink. It looks every few milliseconds, so that in between it takes no
 * processor from those whose work is recorded, and goes on without a pause while much has come since.
 */
public final class TapeReader {

    private static final long PAUSE_NANOS = 5_000_000;

    /** How much of a ring may fill up in a pause. */
    private static final int FRACTION = 8;

    /** How long a writer that was stopped in the middle of a record is waited for at the end. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final Tape tape;
    private final TraceSink sink;
    private final Labels labels;
    private final Thread thread;
    private volatile boolean finishing;
    private final AtomicLong recorded = new AtomicLong();
    private volatile @Nullable Throwable failure;

    /** A reader that has not begun. */
    public TapeReader(Tape tape, TraceSink sink) {
        this.tape = tape;
        this.sink = sink;
        this.labels = new Labels(tape.devices());
        this.thread = Thread.ofPlatform().name("headrace-trace").daemon().unstarted(this::run);
    }

    /** Begins to read. */
    public void start() {
        thread.start();
    }

    /** Stops the tape, and ends the thread once all that is on it was given to the sink. Returns at once. */
    public void finish() {
        tape.stop();
        finishing = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the end that {@link #finish} asked for, even if interrupted: the thread is then interrupted afterwards.
     *
     * @return {@code false} if the time ran out
     */
    public boolean awaitEnd(long timeoutNanos) {
        boolean interrupted = false;
        long start = System.nanoTime();
        long left = timeoutNanos;
        while (thread.isAlive() && left > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = timeoutNanos - (System.nanoTime() - start);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Whether the calling thread is the one that reads. */
    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** How many records the sink was given. */
    public long recorded() {
        return recorded.get();
    }

    /** How many operations ended without a record. */
    public long dropped() {
        return tape.dropped();
    }

    /** What the sink threw; {@code null} if it did not. */
    public @Nullable Throwable failure() {
        return failure;
    }

    private void run() {
        try {
            while (!finishing) {
                if (!takeSome()) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
            }
            takeRest();
            long lost = tape.dropped();
            if (lost > 0) {
                sink.dropped(lost);
            }
        } catch (Throwable e) {
            tape.stop();
            failure = e;
            LOG.log(Level.WARNING, "a trace ends early, since its sink failed: recorded=" + recorded, e);
        }
    }

    /** Takes what is ready, from each ring in turn, and not without end from one; gives whether more must be expected at once. */
    private boolean takeSome() {
        boolean many = false;
        for (TapeRing ring : tape.rings()) {
            int count = 0;
            while (count < ring.capacity() && ring.isReady()) {
                take(ring);
                count++;
            }
            many |= count > ring.capacity() / FRACTION;
        }
        return many;
    }

    /** Nothing new is written any more, but a writer may be in the middle of a record. */
    private void takeRest() {
        long start = System.nanoTime();
        for (TapeRing ring : tape.rings()) {
            while (!ring.isEmpty()) {
                if (ring.isReady()) {
                    take(ring);
                } else if (System.nanoTime() - start < PATIENCE_NANOS) {
                    Thread.yield();
                } else {
                    ring.skip();
                    tape.drop(1);
                }
            }
        }
    }

    private void take(TapeRing ring) {
        // Written by this thread only, so that no fence is needed for it.
        long number = recorded.getPlain() + 1;
        recorded.setRelease(number);
        sink.record(ring.take(number, labels));
    }
}
