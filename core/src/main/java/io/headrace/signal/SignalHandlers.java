package io.headrace.signal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The handlers of one signal. Each store looks at each handler, in the same turn: of two threads that store, the second one
 * begins when what the first one stored was taken up. So it is exactly known for each store whether it came after the value
 * that a handler saw, also if it stored the same one, and if a third thread's store was overwritten in between.
 *
 * <p>A turn lasts as long as the store and one read of the value. Nothing of a user runs in it.
 */
final class SignalHandlers {

    private static final SignalRegistration[] NONE = {};

    private final AtomicReference<SignalRegistration[]> handlers = new AtomicReference<>(NONE);
    private final ReentrantLock turn = new ReentrantLock();

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
     * Carries out a change of the value, and takes up what is there then.
     *
     * @param news gets what is to be told when the turn is over
     * @return what the change returns
     */
    long change(LongSupplier change, HandlerNews news) {
        turn.lock();
        try {
            long result = change.getAsLong();
            news.takeUpStored(handlers.get());
            return result;
        } finally {
            turn.unlock();
        }
    }

    /** A change may have taken place that nobody took up: whatever meets a condition next is later than what was. */
    void missed() {
        turn.lock();
        try {
            for (SignalRegistration handler : handlers.get()) {
                handler.missed();
            }
        } finally {
            turn.unlock();
        }
    }

    /**
     * Calls, soon and elsewhere, the handlers whose condition the present value meets, if it is not the one that they saw last.
     */
    void look(Signal signal) {
        HandlerNews news = new HandlerNews(signal);
        turn.lock();
        try {
            news.takeUp(handlers.get());
        } finally {
            turn.unlock();
        }
        news.tell();
    }
}
