package io.headrace.acc;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What numbers stand for: made when a number is first used, then the same for good.
 *
 * <p>Small numbers are in chunks that never move, larger ones in a map. A lookup takes no lock: that of a number below
 * {@value #CHUNK} reads one element. There is no other list of what is in the table, so that nothing can be found that
 * {@link #forEach} would miss. Only who makes something new meets others, and only those who want the same number.
 *
 * @param <T> what numbers stand for
 */
final class NumberTable<T> {

    /** How many numbers a chunk holds. */
    static final int CHUNK = 1_024;

    /** Numbers from here on are in the map: chunks for them would cost more than they are worth. */
    static final int DENSE = 1 << 20;

    private static final Object[] NOTHING = {};

    private static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(Object[].class).withInvokeExactBehavior();
    private static final VarHandle ROW =
            MethodHandles.arrayElementVarHandle(Object[][].class).withInvokeExactBehavior();

    private final IntFunction<? extends T> make;
    private final @Nullable Object[][] chunks = new Object[DENSE / CHUNK][];
    private final ConcurrentMap<Integer, T> sparse = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, CompletableFuture<T>> inMaking = new ConcurrentHashMap<>();

    /** The first chunk; one without elements once the table is sealed, so that lookups need not ask for that. */
    private volatile Object[] first = new Object[CHUNK];

    private volatile boolean sealed;

    /**
     * @param make makes what a number stands for; must not look numbers up
     */
    NumberTable(IntFunction<? extends T> make) {
        this.make = make;
        this.chunks[0] = first;
    }

    /**
     * What a number stands for, made if need be. If that fails, the number stays free, and all who asked meanwhile get the
     * failure.
     *
     * @param number 0 or more
     * @throws ClosedException if the table was sealed
     */
    @SuppressWarnings("unchecked")
    T get(int number) {
        Object[] chunk = first;
        if (number < chunk.length) {
            Object known = (Object) ELEMENT.getAcquire(chunk, number);
            if (known != null) {
                return (T) known;
            }
        }
        T known = find(number);
        return known != null ? known : make(number);
    }

    /**
     * What a number stands for; {@code null} if nothing has been made for it. Makes nothing.
     *
     * @param number 0 or more
     * @throws ClosedException if the table was sealed
     */
    @Nullable
    T find(int number) {
        checkOpen();
        return look(number);
    }

    /**
     * Checks that the table can be used.
     *
     * @throws ClosedException if it was sealed
     */
    void checkOpen() {
        if (sealed) {
            throw new ClosedException(
                    "the runtime was closed and its async queues with it; open it again with Headrace.open()");
        }
    }

    /** Calls with everything that is in the table; also with what is put in meanwhile, or not. */
    void forEach(Consumer<? super T> action) {
        for (int row = 0; row < chunks.length; row++) {
            Object[] chunk = (Object[]) ROW.getAcquire(chunks, row);
            if (chunk != null) {
                for (int i = 0; i < CHUNK; i++) {
                    T known = element(chunk, i);
                    if (known != null) {
                        action.accept(known);
                    }
                }
            }
        }
        if (!sparse.isEmpty()) {
            sparse.values().forEach(action);
        }
    }

    /** Lookups throw from now on. What was got before is seen by a {@link #forEach} that begins later. */
    void seal() {
        sealed = true;
        first = NOTHING;
    }

    /** How many chunks there are. */
    int chunks() {
        int count = 0;
        for (int row = 0; row < chunks.length; row++) {
            if ((Object[]) ROW.getAcquire(chunks, row) != null) {
                count++;
            }
        }
        return count;
    }

    private @Nullable T look(int number) {
        if (number >= DENSE) {
            return sparse.get(number);
        }
        Object[] chunk = (Object[]) ROW.getAcquire(chunks, number / CHUNK);
        return chunk == null ? null : element(chunk, number % CHUNK);
    }

    @SuppressWarnings("unchecked")
    private @Nullable T element(Object[] chunk, int index) {
        return (T) (Object) ELEMENT.getAcquire(chunk, index);
    }

    private T make(int number) {
        CompletableFuture<T> mine = new CompletableFuture<>();
        CompletableFuture<T> other = inMaking.putIfAbsent(number, mine);
        if (other != null) {
            return join(other);
        }
        try {
            // Another thread may have come to the end since this one looked.
            T known = look(number);
            T made =
                    known != null ? known : put(number, Objects.requireNonNull(make.apply(number), "nothing was made"));
            mine.complete(made);
            return made;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            // Not before it is in the table: who comes now finds it there.
            inMaking.remove(number, mine);
        }
    }

    private T put(int number, T made) {
        if (number >= DENSE) {
            sparse.put(number, made);
        } else {
            ELEMENT.setVolatile(chunk(number / CHUNK), number % CHUNK, (Object) made);
        }
        // After it was put: either this sees the seal, or who sealed the table sees what was put.
        checkOpen();
        return made;
    }

    private Object[] chunk(int row) {
        Object[] known = (Object[]) ROW.getAcquire(chunks, row);
        if (known != null) {
            return known;
        }
        Object[] made = new Object[CHUNK];
        Object[] other = (Object[]) ROW.compareAndExchange(chunks, row, (Object[]) null, made);
        return other == null ? made : other;
    }

    private static <T> T join(CompletableFuture<T> making) {
        try {
            return making.join();
        } catch (CompletionException e) {
            switch (making.exceptionNow()) {
                case HeadraceException failure -> throw failure.thrownHere();
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw e;
            }
        }
    }
}
