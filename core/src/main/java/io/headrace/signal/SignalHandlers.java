package io.headrace.signal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The handlers of one signal. Lock-free; each store looks at each handler.
 *
 * <p>Looks at the value that handlers took up are numbered, so that a store can be told from the ones before a look: a thread
 * that stores notes the number before it does. Otherwise one that is slow to tell would have a handler called again for a
 * value that it saw.
 */
final class SignalHandlers {

    /** What a thread notes that cannot say when the store took place. */
    static final long UNKNOWN = -1;

    private static final SignalRegistration[] NONE = {};

    private final AtomicReference<SignalRegistration[]> handlers = new AtomicReference<>(NONE);
    private final AtomicLong looks = new AtomicLong();

    /** How many looks have been taken up. */
    long looks() {
        return looks.get();
    }

    /** Numbers a look at the value, after it. */
    long nextLook() {
        return looks.incrementAndGet();
    }

    void add(SignalRegistration handler) {
        handlers.updateAndGet(before -> {
            SignalRegistration[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = handler;
            return after;
        });
    }

    void remove(SignalRegistration handler) {
        handlers.updateAndGet(before ->
                Arrays.stream(before).filter(other -> other != handler).toArray(SignalRegistration[]::new));
    }

    /** Lets go of all, since the signal is closed. */
    void drop() {
        for (SignalRegistration handler : handlers.getAndSet(NONE)) {
            handler.signalClosed();
        }
    }

    boolean isEmpty() {
        return handlers.get().length == 0;
    }

    /** Whether a handler is to be called for a value that is there now. */
    boolean isAwaited(long value) {
        for (SignalRegistration handler : handlers.get()) {
            if (handler.isAwaited(value)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Calls, soon and elsewhere, the handlers whose condition the present value meets.
     *
     * @param looksBefore how many looks had been taken up when the store began, or {@link #UNKNOWN}
     */
    void tell(long looksBefore) {
        for (SignalRegistration handler : handlers.get()) {
            handler.tell(looksBefore);
        }
    }
}
