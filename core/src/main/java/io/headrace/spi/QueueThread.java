package io.headrace.spi;

/**
 * A daemon thread that runs packets, or part of one. The runtime refuses to let such a thread wait for a stream: what it
 * waits for might be behind it in its own queue.
 */
public class QueueThread extends Thread {

    /**
     * A thread that is not started yet.
     *
     * @param name the thread's name, which begins with {@code headrace-}
     * @param task what it runs
     */
    public QueueThread(String name, Runnable task) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }
}
