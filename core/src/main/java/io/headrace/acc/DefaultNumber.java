package io.headrace.acc;

/**
 * Each thread's default number. Nobody inherits it: neither threads that this one starts, nor the next host call on a thread
 * that runs many.
 */
final class DefaultNumber {

    private final int initial;

    /** A thread that has looked once keeps an entry, without a value if it has set none, so that it finds that at once. */
    private final ThreadLocal<Integer> own = new ThreadLocal<>();

    /** Whether a thread has ever set one: most programs never do, and then need not look. */
    private volatile boolean everSet;

    /**
     * @param initial the default of threads that have set none
     */
    DefaultNumber(int initial) {
        this.initial = initial;
    }

    /** The calling thread's. */
    int get() {
        if (!everSet) {
            return initial;
        }
        Integer number = own.get();
        return number == null ? initial : number;
    }

    /** Sets the calling thread's; in a host call, until that has ended. */
    void set(int number) {
        int before = get();
        AsyncQueue.afterTheCallersHostCall(this, () -> keep(before));
        keep(number);
    }

    private void keep(int number) {
        if (number == initial) {
            own.remove();
        } else {
            everSet = true;
            own.set(number);
        }
    }
}
