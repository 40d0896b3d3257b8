package io.headrace;

import io.headrace.signal.Waiter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Looks whether a thread that runs a host call is about to wait for its own end: for the stream of the call, or one that waits
 * for that stream, whatever is in between, other host calls that wait without a limit too. Signals are no part of this, since
 * nobody can know who will store to them.
 */
final class CallersCall {

    /** A stream, and the last of its steps that matters. */
    record Place(StreamOrder order, long last) {}

    private CallersCall() {}

    /**
     * Waits for a place in a stream's order. A host call that does so without a limit says so first: of several that wait for
     * each other, the last one at least finds that.
     *
     * @throws IllegalStateException if the place waits for the calling thread's host call
     */
    static boolean await(StreamOrder order, long last, Waiter waiter, long timeoutNanos) throws InterruptedException {
        long busyNanos = order.device().limits().busyNanos();
        HostStep call = timeoutNanos == Long.MAX_VALUE && order.held() != null ? HostStep.running() : null;
        if (call == null) {
            return waiter.await(busyNanos, timeoutNanos);
        }
        call.awaits(new Place(order, last));
        try {
            checkIsNotAwaitedBy(order, last);
            return waiter.await(busyNanos, timeoutNanos);
        } finally {
            call.awaits(null);
        }
    }

    /**
     * Checks that what a stream holds does not wait for the calling thread's host call.
     *
     * @param last the number of the last step that the thread would wait for
     * @throws IllegalStateException if it does
     */
    static void checkIsNotAwaitedBy(StreamOrder order, long last) {
        Map<StreamOrder, Long> seen = new HashMap<>();
        ArrayDeque<Place> places = new ArrayDeque<>();
        places.add(new Place(order, last));
        while (!places.isEmpty()) {
            Place place = places.remove();
            Long before = seen.get(place.order());
            if (before != null && before >= place.last()) {
                continue;
            }
            seen.put(place.order(), place.last());
            if (place.order().holdsCallersCall(place.last(), places::add)) {
                throw new IllegalStateException(
                        "a host call must not wait for its own stream, or one that waits for that: stream=" + order.id()
                                + " streamOfTheCall=" + place.order().id()
                                + "; put what comes after it behind it in the stream");
            }
        }
    }
}
