package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future of a signal's value. */
final class SignalFuture extends LibraryFuture<Long> {

    private final Signal signal;
    private final Watch watch;
    private long observed;
    private @Nullable InvalidSignalException failure;

    private SignalFuture(Signal signal, Condition condition, long value) {
        this.signal = signal;
        this.watch = new Watch(condition, value);
    }

    /** A future that is complete already if the condition holds, or if the signal is closed. */
    static SignalFuture of(Signal signal, Condition condition, long value) {
        SignalFuture future = new SignalFuture(signal, condition, value);
        long now = signal.observe();
        // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
        if (signal.isClosed()) {
            future.failure = signal.closedException();
            future.finish();
        } else if (condition.holds(now, value)) {
            future.observed = now;
            future.finish();
        } else {
            signal.watch(future.watch);
        }
        return future;
    }

    @Override
    protected void finish() {
        InvalidSignalException closed = failure;
        if (closed == null) {
            complete(observed);
        } else {
            completeExceptionally(closed);
        }
    }

    @Override
    public boolean complete(Long value) {
        return unwatchIf(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        return unwatchIf(super.completeExceptionally(cause));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return unwatchIf(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public CompletableFuture<Long> completeAsync(Supplier<? extends Long> supplier, Executor executor) {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() -> completeBy(supplier));
        return this;
    }

    private void completeBy(Supplier<? extends Long> supplier) {
        if (isDone()) {
            return;
        }
        try {
            complete(supplier.get());
        } catch (Throwable thrown) {
            completeExceptionally(new CompletionException(thrown));
        }
    }

    @Override
    public void obtrudeValue(Long value) {
        super.obtrudeValue(value);
        signal.unwatch(watch);
    }

    @Override
    public void obtrudeException(Throwable cause) {
        super.obtrudeException(cause);
        signal.unwatch(watch);
    }

    /** Whoever completed it: there is nothing more to wait for. */
    private boolean unwatchIf(boolean completed) {
        if (completed) {
            signal.unwatch(watch);
        }
        return completed;
    }

    private final class Watch extends SignalWatch {

        Watch(Condition condition, long value) {
            super(condition, value);
        }

        @Override
        protected void fired(long value) {
            observed = value;
            finishSoon();
        }

        @Override
        protected void closed() {
            failure = signal.closedException();
            finishSoon();
        }
    }
}
