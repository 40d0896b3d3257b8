package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A 64-bit value that the host and devices store and wait for. Lives in a slot of native memory, whose address is its
 * handle. Safe for use from any thread.
 *
 * <p>Waits compare signed values. A value that is overwritten at once may be missed by a wait; the last one never is. A
 * store wakes those whose condition it meets, and costs no more for those whose condition it does not meet: a few
 * nanoseconds while nobody waits, else a few tens, and more only for each wait that it ends and with the logarithm of the
 * number of waits. Threads that still spin see it by themselves.
 *
 * <p>Stores through this class wake parked threads, call watches and handlers at once. Stores that others make at the slot's
 * address (a device, another process, native code) are looked for if the signal is shared: if its {@link #nativeAddress} was
 * asked for, or it is one that processes share or that was adopted. A thread finds them that looks about every 0.1 ms during
 * the first 2 ms of a wait and each millisecond then; when no wait has begun for half a second it looks less and less, each
 * 4 ms at last. Of signals in memory behind a bus, where a look takes a microsecond, it reads 32 each time, in turn; however
 * many wait for one signal it is read once. So stores to those are found the later the more such signals are awaited at the
 * same time: with 1,000 of them after 16 ms in the mean and 32 at most, once waits are older than 2 ms. A signal that is not shared costs no such looks; others' stores are noticed there when a thread that waits
 * happens to look, while it spins or because its time is up, and by the look that any store through this class takes.
 */
public final class Signal extends SignalValue implements AutoCloseable {

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    private static final VarHandle WATCHES;
    private static final VarHandle FOREIGN;
    private static final VarHandle HANDLERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WATCHES = lookup.findVarHandle(Signal.class, "watches", WatchList.class)
                    .withInvokeExactBehavior();
            HANDLERS = lookup.findVarHandle(Signal.class, "handlers", SignalHandlers.class)
                    .withInvokeExactBehavior();
            FOREIGN = lookup.findVarHandle(Signal.class, "foreign", ForeignWord.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** A list for each condition that somebody has parked or watched for. */
    private volatile @Nullable WatchList watches;

    /** Set with the first handler. */
    private volatile @Nullable SignalHandlers handlers;

    /** Set once the signal is shared, or could not be read after a store. */
    private volatile @Nullable ForeignWord foreign;

    Signal(SlotHome home, long address, @Nullable SlotAccess access) {
        super(home, address, access);
    }

    /**
     * The signal's handle: the address of its slot, laid out as HSA's {@code amd_signal_t}; never 0. {@link Signals#resolve}
     * gives the signal back. After the signal is closed the slot may be another signal's, and the handle is that one's then. A
     * name for use in this process; who hands the address out to be stored to asks for {@link #nativeAddress}.
     */
    public long handle() {
        return address;
    }

    /**
     * The address of the signal's slot, for a device, another process or native code that is to store there; the value is at
     * offset 8. Shares the signal for good: from now on others' stores are looked for while somebody waits.
     *
     * @throws InvalidSignalException if the signal is closed
     */
    public long nativeAddress() {
        enter();
        try {
            share();
        } finally {
            leave();
        }
        return address;
    }

    /** Whether others' stores to this signal are looked for: {@link #nativeAddress} was called, or it was made so. */
    public boolean isShared() {
        ForeignWord word = foreign;
        return word != null && word.isShared();
    }

    /**
     * Waits until the value meets a condition.
     *
     * @return a value that met it; the signal may have another one by now
     * @throws InterruptedException if the thread is interrupted; nothing changed
     * @throws InvalidSignalException if the signal is closed, or gets closed meanwhile
     */
    public long await(Condition condition, long value) throws InterruptedException {
        long observed = loadAcquire();
        if (condition.holds(observed, value)) {
            return observed;
        }
        SignalWait wait = new SignalWait(this, condition, value);
        wait.await(busyNanos(), Long.MAX_VALUE);
        return wait.observed();
    }

    /**
     * Waits until the value meets a condition, or the time has run out.
     *
     * @param timeout how long to wait at most; zero or negative: one look
     * @return {@code false} if the condition did not hold in time; nothing changed
     * @throws InterruptedException if the thread is interrupted; nothing changed
     * @throws InvalidSignalException if the signal is closed, or gets closed meanwhile
     */
    public boolean await(Condition condition, long value, Duration timeout) throws InterruptedException {
        long nanos = Waiter.nanos(timeout);
        return condition.holds(loadAcquire(), value)
                || new SignalWait(this, condition, value).await(busyNanos(), nanos);
    }

    /**
     * Waits as {@link #await(Condition, long, Duration)}, in the way that a hint asks for.
     *
     * @param timeoutNanos how long to wait at most; 0 or less: one look; {@link Long#MAX_VALUE}: no limit
     * @return {@code false} if the condition did not hold in time; nothing changed
     * @throws InterruptedException if the thread is interrupted; nothing changed
     * @throws InvalidSignalException if the signal is closed, or gets closed meanwhile
     */
    public boolean await(Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        Objects.requireNonNull(hint, "hint");
        return condition.holds(loadAcquire(), value)
                || new SignalWait(this, condition, value).await(hint.busyNanos(busyNanos()), timeoutNanos);
    }

    /**
     * Waits as {@link #await(Condition, long, Duration)}, and says which value ended the wait.
     *
     * @param timeout how long to wait at most; zero or negative: one look
     * @return a value that met the condition, while the signal may have another one by now; empty if it did not hold in time, and
     *     nothing changed then
     * @throws InterruptedException if the thread is interrupted; nothing changed
     * @throws InvalidSignalException if the signal is closed, or gets closed meanwhile
     */
    public OptionalLong awaitValue(Condition condition, long value, Duration timeout) throws InterruptedException {
        return awaitValue(condition, value, Waiter.nanos(timeout), WaitHint.ADAPTIVE);
    }

    /**
     * Waits as {@link #await(Condition, long, long, WaitHint)}, and says which value ended the wait.
     *
     * @param timeoutNanos how long to wait at most; 0 or less: one look; {@link Long#MAX_VALUE}: no limit
     * @return a value that met the condition, while the signal may have another one by now; empty if it did not hold in time, and
     *     nothing changed then
     * @throws InterruptedException if the thread is interrupted; nothing changed
     * @throws InvalidSignalException if the signal is closed, or gets closed meanwhile
     */
    public OptionalLong awaitValue(Condition condition, long value, long timeoutNanos, WaitHint hint)
            throws InterruptedException {
        Objects.requireNonNull(hint, "hint");
        long observed = loadAcquire();
        if (condition.holds(observed, value)) {
            return OptionalLong.of(observed);
        }
        SignalWait wait = new SignalWait(this, condition, value);
        return wait.await(hint.busyNanos(busyNanos()), timeoutNanos)
                ? OptionalLong.of(wait.observed())
                : OptionalLong.empty();
    }

    /**
     * Registers interest in the value, for the runtime and for drivers. The watch is called once: as soon as a store
     * through this class, or the closing of the signal, makes it due; before this method returns if it is due already
     * (unless the calling thread is in a watch's callback: when that has returned).
     *
     * @throws IllegalStateException if the watch was registered before
     * @throws RuntimeException if the value cannot be read, as that of a device that is lost; the watch is not registered
     */
    public void watch(SignalWatch watch) {
        WatchList list = listFor(watch.condition());
        list.add(watch);
        VarHandle.fullFence();
        try {
            if (!callIfDue(watch, list)) {
                expectForeignStores();
            }
        } catch (RuntimeException | Error failure) {
            // The value cannot be read, or there is no thread that could look for others' stores.
            list.remove(watch);
            throw failure;
        }
    }

    private boolean callIfDue(SignalWatch watch, WatchList list) {
        long observed = observe();
        // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
        boolean closed = isClosed();
        if ((!closed && !watch.condition().holds(observed, watch.value())) || !list.remove(watch)) {
            return false;
        }
        DueWatches due = new DueWatches();
        WatchBucket alone = WatchBucket.of(watch);
        due.add(closed ? alone.dueToClose() : alone.dueBy(observed));
        due.call();
        return true;
    }

    /**
     * Takes a watch back.
     *
     * @return {@code true} if it will not be called; {@code false} if it was called, is being called or is about to be, or
     *     was never registered here
     */
    public boolean unwatch(SignalWatch watch) {
        WatchList list = WatchList.find(watches, watch.condition());
        return list != null && list.remove(watch);
    }

    /**
     * Has a handler called whenever the value meets a condition, each call on a virtual thread.
     *
     * @see #onChange(Condition, long, SignalHandler, Executor)
     */
    public SignalRegistration onChange(Condition condition, long value, SignalHandler handler) {
        return register(condition, value, handler, null);
    }

    /**
     * Has a handler called whenever the value meets a condition; if it does so now, for that too.
     *
     * <p>One call at a time. Once the handler has returned {@code true}, the next call needs a store later than the value it
     * saw, though not a different value: stores to a signal that has or had a handler take turns, so that each is known to be
     * before or after what a handler saw. (One that is in progress while the first handler is registered, or that somebody else
     * makes, is told by a value that is not the one seen last.) Stores that come while a call is due or in progress lead to one call together, with
     * the latest value that was found to meet the condition. What a call that has begun does, or how long it blocks, holds up
     * nothing but the next call of this handler. A handler that returns {@code false} is removed; one that throws is logged and
     * removed; so is one whose executor refuses a call. Closing the signal removes its handlers, after the calls that are due.
     *
     * @param executor runs each call; itself called on a virtual thread
     * @return closes to remove the handler
     * @throws InvalidSignalException if the signal is closed
     */
    public SignalRegistration onChange(Condition condition, long value, SignalHandler handler, Executor executor) {
        return register(condition, value, handler, Objects.requireNonNull(executor, "executor"));
    }

    private SignalRegistration register(
            Condition condition, long value, SignalHandler handler, @Nullable Executor executor) {
        SignalHandlers all = handlers();
        SignalRegistration registration = new SignalRegistration(
                this,
                all,
                Objects.requireNonNull(condition, "condition"),
                value,
                Objects.requireNonNull(handler, "handler"),
                executor);
        all.add(registration);
        if (isClosed()) {
            registration.close();
            throw closedException();
        }
        try {
            all.look(this);
            expectForeignStores();
        } catch (RuntimeException | Error failure) {
            // The value cannot be read, or there is no thread that could look for others' stores.
            registration.close();
            throw failure;
        }
        return registration;
    }

    private SignalHandlers handlers() {
        SignalHandlers all = handlers;
        if (all != null) {
            return all;
        }
        SignalHandlers made = new SignalHandlers();
        SignalHandlers before = (SignalHandlers) HANDLERS.compareAndExchange(this, (SignalHandlers) null, made);
        return before == null ? made : before;
    }

    /**
     * The value, once it meets a condition.
     *
     * @return completes with the observed value, by a task of its own and never on the thread that stores; fails with
     *     {@link InvalidSignalException} if the signal is closed before. To cancel it, or to complete it otherwise, takes
     *     nothing but the future back
     */
    public CompletableFuture<Long> future(Condition condition, long value) {
        return SignalFuture.of(this, condition, value);
    }

    /**
     * Closes the signal: later uses throw, waits in progress end by {@link InvalidSignalException}, watches learn of it.
     * Returns at once; closing again has no effect. The slot goes back when the last use that the runtime retained ends.
     */
    @Override
    public void close() {
        if (closeOnce()) {
            DueWatches due = new DueWatches();
            for (WatchList list = watches; list != null; list = list.next()) {
                list.takeAll(due);
            }
            due.call();
            SignalHandlers all = handlers;
            if (all != null) {
                all.drop();
            }
        }
    }

    @Override
    public String toString() {
        String name = "Signal[handle=0x" + Long.toHexString(address);
        try {
            return name + ", value=" + loadRelaxed() + "]";
        } catch (InvalidSignalException closed) {
            return name + ", closed]";
        } catch (RuntimeException | InternalError unreadable) {
            return name + ", value=unreadable (" + unreadable + ")]";
        }
    }

    /** How many watches are registered, threads that are parked included. */
    int watchers() {
        int watchers = 0;
        for (WatchList list = watches; list != null; list = list.next()) {
            watchers += list.size();
        }
        return watchers;
    }

    /** Others may store to the slot from now on. */
    void share() {
        ForeignWord word = foreignWord();
        if (word.share() && isWatched()) {
            ForeignStores.INSTANCE.expect(word);
        }
    }

    /** Has others' stores looked for. Called after the watch was put where {@link #tellForeign} finds it. */
    void expectForeignStores() {
        ForeignWord word = foreign;
        if (word != null && word.isShared()) {
            ForeignStores.INSTANCE.expect(word);
        }
    }

    /**
     * The value was stored, but could not be read to see who waits for it. Who stored did so, and cannot do more; the thread that
     * looks for others' stores tries it again as long as somebody waits.
     */
    void lookLater(Throwable failure) {
        LOG.log(
                Level.DEBUG,
                "a value was stored, and will be read later: handle=0x" + Long.toHexString(address),
                failure);
        ForeignStores.INSTANCE.expect(foreignWord());
    }

    @Override
    void mayHaveChanged(Throwable failure) {
        VarHandle.fullFence();
        if (!isWatched()) {
            return;
        }
        SignalHandlers all = handlers;
        if (all != null) {
            all.missed();
        }
        try {
            lookLater(failure);
        } catch (RuntimeException | Error noThread) {
            failure.addSuppressed(noThread);
        }
    }

    private ForeignWord foreignWord() {
        ForeignWord word = foreign;
        if (word != null) {
            return word;
        }
        ForeignWord made = new ForeignWord(this);
        ForeignWord before = (ForeignWord) FOREIGN.compareAndExchange(this, (ForeignWord) null, made);
        return before == null ? made : before;
    }

    /** Whether somebody waits for some value. */
    boolean isWatched() {
        for (WatchList list = watches; list != null; list = list.next()) {
            if (!list.isEmpty()) {
                return true;
            }
        }
        SignalHandlers all = handlers;
        return all != null && !all.isEmpty();
    }

    /** Whether somebody waits for this value. */
    boolean isAwaited(long value) {
        for (WatchList list = watches; list != null; list = list.next()) {
            if (list.isAwaited(value)) {
                return true;
            }
        }
        SignalHandlers all = handlers;
        return all != null && all.isAwaited(value);
    }

    /** Tells those who wait, after a store that somebody else made. */
    void tellForeign() {
        tellWatches();
    }

    @Override
    boolean hasHandlers() {
        return handlers != null;
    }

    @Override
    long changeInTurn(LongSupplier change) {
        HandlerNews news = new HandlerNews(this);
        long result = handlers().change(change, news);
        WatchList first = watches;
        if (first != null) {
            tellWatches(first);
        }
        news.tell();
        return result;
    }

    @Override
    void tellWatches() {
        WatchList first = watches;
        if (first != null) {
            tellWatches(first);
        }
        SignalHandlers all = handlers;
        if (all != null) {
            tellHandlers(all);
        }
    }

    private void tellWatches(WatchList first) {
        DueWatches due = new DueWatches();
        try {
            for (WatchList list = first; list != null; list = list.next()) {
                list.takeSatisfied(this, due);
            }
        } catch (RuntimeException | InternalError unreadable) {
            lookLater(unreadable);
        } finally {
            due.call();
        }
    }

    private void tellHandlers(SignalHandlers all) {
        try {
            all.look(this);
        } catch (RuntimeException | InternalError unreadable) {
            lookLater(unreadable);
        }
    }

    private WatchList listFor(Condition condition) {
        for (; ; ) {
            WatchList first = watches;
            WatchList list = WatchList.find(first, condition);
            if (list != null) {
                return list;
            }
            WatchList made = new WatchList(condition, first);
            if (WATCHES.compareAndSet(this, first, made)) {
                return made;
            }
        }
    }
}
