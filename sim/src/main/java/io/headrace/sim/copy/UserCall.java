package io.headrace.sim.copy;

/**
 * Code of the user's that runs on a clock's thread: a kernel, a native call. It may wait for somebody, and is then left behind with
 * the thread it is on, while another one goes on with the clock.
 */
final class UserCall {

    private final Runnable body;
    private final Runnable whenLeft;
    private final Runnable after;
    private volatile boolean over;

    /** Guarded by the clock's lock. */
    private boolean left;

    /**
     * @param body the code; throws nothing
     * @param whenLeft runs on the clock's thread if the body is left behind
     * @param after runs on the clock's thread when the body has ended
     */
    UserCall(Runnable body, Runnable whenLeft, Runnable after) {
        this.body = body;
        this.whenLeft = whenLeft;
        this.after = after;
    }

    void run() {
        body.run();
        over = true;
        Thread.interrupted(); // the body may have set it, and what comes next is not its
    }

    /** Whether the body has ended, though it may not have been told yet. */
    boolean isOver() {
        return over;
    }

    boolean isLeft() {
        return left;
    }

    void leave() {
        left = true;
    }

    Runnable whenLeft() {
        return whenLeft;
    }

    Runnable after() {
        return after;
    }
}
