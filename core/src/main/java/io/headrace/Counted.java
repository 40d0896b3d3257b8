package io.headrace;

/** Something that is kept while operations use it: a lease that each of them takes when it is enqueued. */
interface Counted extends Lease {

    /**
     * Counts an operation that uses it.
     *
     * @throws io.headrace.error.HeadraceException if it was closed
     */
    void retain();
}
