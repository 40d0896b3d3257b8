package io.headrace.signal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Interest in one signal's value, for the runtime and for drivers: a callback, where {@link Signal#await} would be a
 * waiting thread. A watch serves once: it is given to {@link Signal#watch} once, and at most one of its two callbacks is
 * called, once.
 *
 * <p>A callback runs on the thread that stored or closed, or on the one that registered the watch if the condition held
 * already. It must not block, throw or run user code: the thread may be a device's. It may use signals; watches that come
 * due by what it does are called when it has returned, so that a chain of any length needs no stack.
 */
public abstract class SignalWatch {

    private static final VarHandle REGISTERED;

    static {
        try {
            REGISTERED = MethodHandles.lookup().findVarHandle(SignalWatch.class, "registered", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Condition condition;
    private final long value;
    private volatile boolean registered;

    /** Where the watch is; guarded by the list that it was added to, until that bucket is taken off, as are its neighbours there. */
    @Nullable
    WatchBucket bucket;

    @Nullable
    SignalWatch watchAhead;

    @Nullable
    SignalWatch watchBehind;

    /**
     * Makes a watch.
     *
     * @param condition what to wait for
     * @param value what the signal's value is compared with
     */
    protected SignalWatch(Condition condition, long value) {
        this.value = value;
        this.condition = Objects.requireNonNull(condition, "condition");
    }

    /** What the watch waits for. */
    public final Condition condition() {
        return condition;
    }

    /** What the signal's value is compared with. */
    public final long value() {
        return value;
    }

    /**
     * The condition held.
     *
     * @param observed the value that met it, seen after the watch was registered; the signal may have another one by now
     */
    protected abstract void fired(long observed);

    /** The signal was closed before the condition was seen to hold. */
    protected abstract void closed();

    /** Marks the watch as registered. */
    void register() {
        if (!REGISTERED.compareAndSet(this, false, true)) {
            throw new IllegalStateException(
                    "a watch is registered once; make a new one: condition=" + condition + " value=" + value());
        }
    }
}
