package io.headrace.acc;

/** Each thread's default number. Nobody inherits it; a thread that has the initial one keeps nothing. */
final class DefaultNumber {

    private final int initial;
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
        if (number == null) {
            // The look has left something behind.
            own.remove();
            return initial;
        }
        return number;
    }

    /** Sets the calling thread's. */
    void set(int number) {
        if (number == initial) {
            own.remove();
        } else {
            everSet = true;
            own.set(number);
        }
    }
}
