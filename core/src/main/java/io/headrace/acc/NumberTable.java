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
 * <p>The lowest numbers are in one chunk, all others in small ones, found by a {@link ChunkTree}. Chunks never move. A lookup takes
 * no lock. There is no other list of what is in the table, so that nothing can be found that {@link #forEach} would miss. Only
 * who makes something new meets others, and only those who want the same number.
 *
 * @param <T> what numbers stand for
 */
final class NumberTable<T> {

    /** The chunk of the lowest numbers has 1,024. */
    private static final int LOWEST_BITS = 10;

    /** The others have 32, so that a number far from all others costs about 200 bytes. No more than an int has bits. */
    private static final int CHUNK_BITS = 5;

    private static final int ROOT_BITS = 10;

    private static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(Object[].class).withInvokeExactBehavior();

    private final IntFunction<? extends T> make;
    private final int chunkBits;
    private final @Nullable T[] lowest;
    private final ChunkTree<Numbers> chunks;
    private final ConcurrentMap<Integer, CompletableFuture<T>> inMaking = new ConcurrentHashMap<>();

    private volatile boolean sealed;

    /** Of {@link ChunkAction}: all places are to be looked at. */
    static final int ALL = -1;

    /**
     * What is done with a chunk.
     *
     * @param <T> what numbers stand for
     */
    @FunctionalInterface
    interface ChunkAction<T> {

        /**
         * Does it.
         *
         * @param elements to be read as {@link #element} does
         * @param taken a bit for each place that may have something; {@link #ALL} also for chunks of more than 32 places
         */
        void accept(@Nullable T[] elements, int taken);
    }

    /** Numbers in a row. */
    private static final class Numbers extends ChunkTree.Chunk {

        private static final VarHandle TAKEN;

        static {
            try {
                TAKEN = MethodHandles.lookup()
                        .findVarHandle(Numbers.class, "taken", int.class)
                        .withInvokeExactBehavior();
            } catch (ReflectiveOperationException impossible) {
                throw new ExceptionInInitializerError(impossible);
            }
        }

        private final @Nullable Object[] elements;

        /** A bit for each place that has something, or is about to: so nobody need look at the others. */
        private volatile int taken;

        Numbers(int key, @Nullable Object[] elements) {
            super(key);
            this.elements = elements;
        }

        /** Marks a place, before something is put there. */
        void take(int place) {
            int ignored = (int) TAKEN.getAndBitwiseOr(this, 1 << place);
        }
    }

    /**
     * @param make makes what a number stands for; must not look numbers up
     * @param newChunk makes an array
     */
    NumberTable(IntFunction<? extends T> make, IntFunction<@Nullable T[]> newChunk) {
        this(make, newChunk, LOWEST_BITS, CHUNK_BITS, ROOT_BITS);
    }

    /** A table of another shape. */
    NumberTable(
            IntFunction<? extends T> make,
            IntFunction<@Nullable T[]> newChunk,
            int lowestBits,
            int chunkBits,
            int rootBits) {
        this.make = make;
        this.chunkBits = chunkBits;
        this.lowest = newChunk.apply(1 << lowestBits);
        this.chunks = new ChunkTree<>(rootBits, key -> new Numbers(key, newChunk.apply(1 << chunkBits)));
    }

    /** The chunk of the lowest numbers, for who reads it directly. */
    @Nullable
    T[] lowest() {
        return lowest;
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
        forEachChunk((elements, taken) -> {
            for (int place = 0; place < elements.length; place++) {
                if ((taken & 1 << place) != 0) {
                    call(action, elements, place);
                }
            }
        });
    }

    /** Calls with every chunk that is there; also with those that come meanwhile, or not. */
    @SuppressWarnings("unchecked")
    void forEachChunk(ChunkAction<T> action) {
        action.accept(lowest, ALL);
        chunks.forEach(chunk -> action.accept((@Nullable T[]) chunk.elements, chunk.taken));
    }

    private void call(Consumer<? super T> action, @Nullable Object[] elements, int place) {
        T known = element(elements, place);
        if (known != null) {
            action.accept(known);
        }
    }

    /** Lookups throw from now on. What was got before is seen by a {@link #forEach} that begins later. */
    void seal() {
        sealed = true;
    }

    /** How many chunks there are besides that of the lowest numbers. */
    int chunks() {
        int[] count = {0};
        chunks.forEach(chunk -> count[0]++);
        return count[0];
    }

    private @Nullable T look(int number) {
        if (number < lowest.length) {
            return element(lowest, number);
        }
        Numbers chunk = chunks.find(number >> chunkBits);
        return chunk == null ? null : element(chunk.elements, place(number));
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
        if (number < lowest.length) {
            ELEMENT.setVolatile((@Nullable Object[]) lowest, number, (Object) made);
        } else {
            Numbers chunk = chunks.get(number >> chunkBits);
            chunk.take(place(number));
            ELEMENT.setVolatile(chunk.elements, place(number), (Object) made);
        }
        // After it was put: either this sees the seal, or who sealed the table sees what was put.
        checkOpen();
        return made;
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
