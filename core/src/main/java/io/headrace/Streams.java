package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.signal.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waits for several streams at once, of any devices. Safe for use from any thread. What is enqueued after a wait has begun is
 * not waited for. A wait that is interrupted or runs out of time changes nothing, and clears no failure.
 */
public final class Streams {

    private Streams() {}

    /**
     * Waits until everything that the streams hold has ended, of all of them, whether or not some fail.
     *
     * @throws HeadraceException once, with the failure of each stream that failed as a suppressed exception; clears them
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public static void awaitAll(Collection<Stream> streams) throws InterruptedException {
        awaitAll(streams, stream -> stream, Long.MAX_VALUE);
    }

    /**
     * Waits until everything that the streams hold has ended, but no longer than a given time.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws HeadraceException like {@link #awaitAll(Collection)}
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public static boolean awaitAll(Collection<Stream> streams, Duration timeout) throws InterruptedException {
        return awaitAll(streams, stream -> stream, Waiter.nanos(timeout));
    }

    /**
     * Like {@link #awaitAll(Collection, Duration)}, for things that have a stream each. What is thrown names them.
     *
     * @param timeoutNanos how long to wait; {@link Long#MAX_VALUE} for as long as it takes
     */
    public static <K> boolean awaitAll(Collection<K> owners, Function<? super K, Stream> streamOf, long timeoutNanos)
            throws InterruptedException {
        List<Begun<K>> begun = begin(owners, streamOf);
        long start = begun.isEmpty() || timeoutNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
        for (Begun<K> one : begun) {
            long left = timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos - (System.nanoTime() - start);
            if (!one.pending.await(left)) {
                return false;
            }
        }
        throwFailures(owners.size(), begun);
        return true;
    }

    /**
     * Waits until everything that one of the streams holds has ended; the first one in the list that has, if there are several.
     *
     * @return its index; -1 if there are no streams
     * @throws HeadraceException if that one failed, with its failure as the cause; clears that
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public static int awaitAny(List<Stream> streams) throws InterruptedException {
        return awaitAny(streams, stream -> stream, stream -> List.of(), Long.MAX_VALUE);
    }

    /**
     * Like {@link #awaitAny(List)}, but waits no longer than a given time.
     *
     * @return the index; -1 if the time ran out (nothing changed), or there are no streams
     * @throws HeadraceException if that one failed, with its failure as the cause; clears that
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public static int awaitAny(List<Stream> streams, Duration timeout) throws InterruptedException {
        return awaitAny(streams, stream -> stream, stream -> List.of(), Waiter.nanos(timeout));
    }

    /**
     * Like {@link #awaitAny(List, Duration)}, for things that have a stream each, and maybe others whose end is waited for too. What
     * is thrown names them, and is what the first stream has failed with.
     *
     * @param othersOf asked after {@code streamOf}: streams that must have ended too, well or not; their failures stay as they are
     * @param timeoutNanos how long to wait; {@link Long#MAX_VALUE} for as long as it takes
     */
    public static <K> int awaitAny(
            List<K> owners,
            Function<? super K, Stream> streamOf,
            Function<? super K, ? extends Collection<Stream>> othersOf,
            long timeoutNanos)
            throws InterruptedException {
        List<List<@Nullable StreamWait>> waits = new ArrayList<>(owners.size());
        long busyNanos = 0;
        for (int i = 0; i < owners.size(); i++) {
            Stream stream = streamOf.apply(owners.get(i));
            List<@Nullable StreamWait> all = new ArrayList<>(1);
            all.add(StreamWait.begin(stream.order()));
            for (Stream other : othersOf.apply(owners.get(i))) {
                all.add(StreamWait.begin(other.order()));
            }
            waits.add(all);
            busyNanos = stream.device().limits().busyNanos();
        }
        AnyStreamWaiter any = new AnyStreamWaiter(waits);
        if (waits.isEmpty() || !any.await(busyNanos, timeoutNanos)) {
            return -1;
        }
        StreamWait first = waits.get(any.index()).getFirst();
        HeadraceException failure = first == null ? null : first.takeFailure();
        if (failure != null) {
            throw new HeadraceException(owners.get(any.index()) + " failed: " + failure.getMessage(), failure);
        }
        return any.index();
    }

    private static <K> List<Begun<K>> begin(Collection<K> owners, Function<? super K, Stream> streamOf) {
        List<Begun<K>> begun = new ArrayList<>();
        for (K owner : owners) {
            StreamWait wait = StreamWait.begin(streamOf.apply(owner).order());
            if (wait != null) {
                begun.add(new Begun<>(owner, wait));
            }
        }
        return begun;
    }

    private static <K> void throwFailures(int all, List<Begun<K>> ended) {
        List<K> failed = new ArrayList<>();
        // By stream: what has the same one as another has failed too, but it is one failure.
        Map<StreamOrder, HeadraceException> failures = new LinkedHashMap<>();
        for (Begun<K> one : ended) {
            HeadraceException failure = one.pending.takeFailure();
            if (failure != null) {
                failed.add(one.owner);
                failures.putIfAbsent(one.pending.order(), failure);
            }
        }
        if (!failed.isEmpty()) {
            HeadraceException summary =
                    new HeadraceException(failed.size() + " of " + all + " failed, the others have ended: " + failed);
            failures.values().forEach(summary::addSuppressed);
            throw summary;
        }
    }

    /** A wait that has something to wait for, or to throw. */
    private record Begun<K>(K owner, StreamWait pending) {}
}
