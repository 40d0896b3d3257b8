package io.headrace;

import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The library's own thread for what streams need and no hardware queue does: the next step is a wait or a host call, or its
 * queue has to be created. Handing work over takes no lock and never blocks.
 */
final class Dispatcher implements Executor {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread =
            Thread.ofPlatform().name("headrace-dispatch").daemon().unstarted(this::run);
    private volatile boolean closed;

    void start() {
        thread.start();
    }

    /** Runs a task on the dispatcher's thread, soon, in order. The task does not block. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    /** Ends the thread once the tasks at hand have run. Returns at once. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        for (; ; ) {
            Runnable task = tasks.poll();
            if (task != null) {
                run(task);
            } else if (closed) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a stream could not be moved on", e);
        }
    }
}
