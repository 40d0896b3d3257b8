package io.headrace.opencl;

import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread of the process for native calls that may block and that nobody waits for. It ends while there are none. */
final class Chores {

    private static final ThreadPoolExecutor EXECUTOR =
            new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Chores::thread);

    private Chores() {}

    private static Thread thread(Runnable task) {
        return Thread.ofPlatform().daemon().name("headrace-opencl-chores").unstarted(task);
    }

    /** Runs something soon, one after the other. */
    static void add(Runnable chore) {
        EXECUTOR.execute(() -> {
            try {
                chore.run();
            } catch (Throwable e) {
                System.getLogger("io.headrace.opencl").log(Level.WARNING, "memory could not be given back", e);
            }
        });
    }

    /** Waits until what was added before has run. The calling thread parks. */
    static void await() {
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
