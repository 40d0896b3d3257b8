package io.headrace.spi;

import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread for native calls that may block and that nobody waits for: memory and queues that go back. It ends while there are none.
 * For drivers; safe for use from any thread.
 */
public final class Chores {

    private final System.Logger log;
    private final ThreadPoolExecutor executor;

    /**
     * The thread of a driver, which lives as long as the process.
     *
     * @param driver the driver's name
     */
    public Chores(String driver) {
        log = System.getLogger("io.headrace." + driver);
        String name = "headrace-" + driver + "-chores";
        executor = new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
    }

    /** Runs something soon, one after the other; what it throws is logged. */
    public void add(Runnable chore) {
        executor.execute(() -> {
            try {
                chore.run();
            } catch (Throwable e) {
                log.log(Level.WARNING, "memory could not be given back", e);
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
