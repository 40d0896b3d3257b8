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
 * <p>Small numbers are in chunks that never move, larger ones in a map. A lookup takes no lock. There is no other list of what
 * is in the table, so that nothing can be found that {@link #forEach} would miss. Only who makes something new meets others, and
 * only those who want the same number.
 *
 * @param <T> what numbers stand for
 */
final class NumberTable<T> {

    /** Chunks of 1,024 numbers. */
    private static final int CHUNK_BITS = 10;

    /** Numbers from 2^20 on are in the map: a directory of chunks for them would cost more than it is worth. */
    private static final int CHUNKS = 1 << 10;

    private static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(Object[].class).withInvokeExactBehavior();
    private static final VarHandle ROW =
            MethodHandles.arrayElementVarHandle(Object[][].class).withInvokeExactBehavior();

    private final IntFunction<? extends T> make;
    private final IntFunction<@Nullable T[]> newChunk;
    private final int chunkBits;
    private final @Nullable Object[][] chunks;
    private final ConcurrentMap<Integer, T> sparse = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, CompletableFuture<T>> inMaking = new ConcurrentHashMap<>();

    private volatile boolean sealed;

    /**
     * @param make makes what a number stands for; must not look numbers up
     * @param newChunk makes an array
     */
    NumberTable(IntFunction<? extends T> make, IntFunction<@Nullable T[]> newChunk) {
        this(make, newChunk, CHUNK_BITS, CHUNKS);
    }

    /** A table of another shape: {@code chunks} chunks at most, of 2^{@code chunkBits} numbers each. */
    NumberTable(IntFunction<? extends T> make, IntFunction<@Nullable T[]> newChunk, int chunkBits, int chunks) {
        this.make = make;
        this.newChunk = newChunk;
        this.chunkBits = chunkBits;
        this.chunks = new Object[chunks][];
        chunk(0);
    }

    /** The chunk of the lowest numbers, for who reads it directly. */
    @SuppressWarnings("unchecked")
    @Nullable
    T[] first() {
        return (T[]) chunk(0);
    }

    /**
     * What a number stands for, made if need be. If that fails, the number stays free, and all who asked meanwhile get the
     * failure.
     *
     * @param number 0 or more
     * @throws ClosedException if the table was sealed
     */
    T get(int number) {
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
                for (int i = 0; i < chunk.length; i++) {
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
        int row = number >> chunkBits;
        if (row >= chunks.length) {
            return sparse.get(number);
        }
        Object[] chunk = (Object[]) ROW.getAcquire(chunks, row);
        return chunk == null ? null : element(chunk, place(number));
    }

    private int place(int number) {
        return number & (1 << chunkBits) - 1;
    }

    @SuppressWarnings("unchecked")
    private @Nullable T element(@Nullable Object[] chunk, int index) {
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
        int row = number >> chunkBits;
        if (row >= chunks.length) {
            sparse.put(number, made);
        } else {
            ELEMENT.setVolatile(chunk(row), place(number), (Object) made);
        }
        // After it was put: either this sees the seal, or who sealed the table sees what was put.
        checkOpen();
        return made;
    }

    private @Nullable Object[] chunk(int row) {
        @Nullable Object[] known = (Object[]) ROW.getAcquire(chunks, row);
        if (known != null) {
            return known;
        }
        @Nullable Object[] made = newChunk.apply(1 << chunkBits);
        @Nullable Object[] other = (Object[]) ROW.compareAndExchange(chunks, row, (Object[]) null, made);
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
