package io.headrace.cuda;

/** How far a CUDA stream has come: numbers that were marked in it, and the highest one that it has reached. */
interface Progress {

    /**
     * Lets the stream reach a number once all that is in it has ended. Called by one thread at a time, with ever higher numbers.
     *
     * @return CUDA's result code
     */
    int mark(long number);

    /** Whether {@link #reached} might give more than a number. Cheap, for any thread. */
    boolean mayBeBeyond(long number);

    /** The highest number reached. Called by one thread at a time. */
    long reached();

    /** Gives back what it holds; nothing is marked or asked any more. */
    void close();
}
