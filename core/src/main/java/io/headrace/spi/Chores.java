package io.headrace.spi;

import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread for native calls that may block and that nobody waits for, run one after the other. It ends while there are none. For
 * drivers; safe for use from any thread.
 */
public final class Chores {

    private final ThreadPoolExecutor executor;
    private final System.Logger log;

    /**
     * No thread yet.
     *
     * @param name the thread's name, which begins with {@code headrace-}
     * @param log where chores that fail are told of
     */
    public Chores(String name, System.Logger log) {
        this.log = log;
        executor = new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
    }

    /** Runs something soon. */
    public void add(Runnable chore) {
        executor.execute(() -> {
            try {
                chore.run();
            } catch (Throwable e) {
                log.log(Level.WARNING, "something could not be given back", e);
            }
        });
    }

    /** Waits until what was added before has run. The calling thread parks. */
    public void await() {
        CountDownLatch done = new CountDownLatch(1);
        add(done::countDown);
        boolean interrupted = false;
        while (done.getCount() > 0) {
            try {
                done.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
