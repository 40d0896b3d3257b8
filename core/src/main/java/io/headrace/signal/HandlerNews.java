package io.headrace.signal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one look at a signal's value means to its handlers: found in turn, told when the turn is over. For one thread. */
final class HandlerNews {

    private final Signal signal;
    private List<SignalRegistration> due = List.of();
    private boolean gone;
    private @Nullable Throwable unreadable;

    HandlerNews(Signal signal) {
        this.signal = signal;
    }

    /** Looks at the value once for all handlers, after a store in the same turn. */
    void takeUpStored(SignalRegistration[] handlers) {
        try {
            takeUp(handlers, true);
        } catch (RuntimeException | InternalError failure) {
            unreadable = failure;
            for (SignalRegistration handler : handlers) {
                handler.missed();
            }
        }
    }

    /** Looks at the value once for all handlers. */
    void takeUp(SignalRegistration[] handlers) {
        takeUp(handlers, false);
    }

    private void takeUp(SignalRegistration[] handlers, boolean stored) {
        if (handlers.length == 0) {
            return;
        }
        long observed = signal.observe();
        // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
        if (signal.isClosed()) {
            return;
        }
        for (SignalRegistration handler : handlers) {
            switch (handler.takeUp(observed, stored)) {
                case CALL -> addDue(handler);
                case GONE -> gone = true;
                case NO_NEWS -> {}
            }
        }
    }

    private void addDue(SignalRegistration handler) {
        if (due.isEmpty()) {
            due = new ArrayList<>();
        }
        due.add(handler);
    }

    /** Has the calls made that are due. */
    void tell() {
        due.forEach(SignalRegistration::handOverCall);
        if (gone) {
            // Who looks for others' stores may find the same value as before, and must judge it anew.
            signal.expectForeignStores();
        }
        if (unreadable != null) {
            signal.lookLater(unreadable);
        }
    }
}
