package io.headrace.host;

import io.headrace.spi.QueueThread;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A thread that takes chunks of launches and fills. It is started when it is first needed. */
final class Helper {

    private final String name;
    private final Workers workers;
    private final Thread thread;
    private final Doorbell doorbell;
    private final BooleanSupplier awake;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    Helper(String name, Workers workers) {
        this.name = name;
        this.workers = workers;
        thread = new QueueThread(name, this::run);
        doorbell = new Doorbell(thread);
        awake = () -> closed || workers.hasWorkAndRoom();
    }

    /** Wakes the helper. Returns {@code false} if it was awake, or is no more. */
    boolean wake() {
        if (!started.get()) {
            return start();
        }
        if (!doorbell.isAsleep()) {
            return false;
        }
        doorbell.ring();
        return true;
    }

    private boolean start() {
        if (closed || !started.compareAndSet(false, true)) {
            return false;
        }
        try {
            thread.start();
            return true;
        } catch (OutOfMemoryError e) {
            log("the process has no thread for a helper, launches and fills run without it: helper=" + name, e);
            return false;
        }
    }

    /** Ends the thread after the chunk it runs. */
    void close() {
        closed = true;
        doorbell.ring();
    }

    private void run() {
        try {
            for (int turn = 0; !closed; ) {
                turn = help(turn);
                if (!Backoff.await(awake, Backoff.NANOS, true)) {
                    doorbell.sleep(awake);
                }
            }
        } catch (Throwable t) {
            log("a helper died, launches and fills run without it: helper=" + name, t);
        }
    }

    /** Takes chunks, of one piece of work after the other, while there are some and a processor for it. */
    private int help(int turn) {
        if (workers.enter()) {
            try {
                SplitWork work = workers.next(turn);
                while (work != null && !closed && !workers.isCrowded()) {
                    workers.wakeOneFor(work);
                    work.help();
                    work = workers.next(++turn);
                }
            } finally {
                workers.leave();
            }
        }
        return turn;
    }

    private static void log(String message, Throwable cause) {
        System.getLogger("io.headrace.host").log(Level.WARNING, message, cause);
    }
}
