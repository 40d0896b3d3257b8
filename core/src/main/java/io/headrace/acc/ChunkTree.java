package io.headrace.acc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Chunks that are found by a number. A chunk is in a slot of the root, or, where several would be, further down: their slot
 * then leads to a branch with slots of its own. Chunks and branches are added and stay, so that a chunk never moves: that it is
 * found one step later, once it has got a neighbour, makes no copy of it. Nobody takes a lock.
 *
 * <p>Which slot a chunk is in is told by its number times a constant, the highest bits first. So numbers in a row, and numbers
 * any distance apart, spread over the slots; and since no two numbers have the same product there is an end to branches.
 *
 * @param <C> the chunks
 */
final class ChunkTree<C extends ChunkTree.Chunk> {

    /** What is found by a number. */
    abstract static class Chunk {

        private final int key;

        /**
         * @param key its number
         */
        Chunk(int key) {
            this.key = key;
        }
    }

    /** Makes a chunk. */
    @FunctionalInterface
    interface Maker<C> {

        /** A chunk with this number. */
        C make(int key);
    }

    /** 2^32 divided by the golden ratio; it is odd, so that no two products are the same. */
    private static final int SPREAD = 0x9E3779B9;

    private static final int BRANCH_BITS = 4;

    private static final VarHandle SLOT =
            MethodHandles.arrayElementVarHandle(Object[].class).withInvokeExactBehavior();

    private final int rootBits;
    private final @Nullable Object[] root;
    private final Maker<C> maker;

    /**
     * @param rootBits the root has 2 to the power of these slots; 1 at least
     */
    ChunkTree(int rootBits, Maker<C> maker) {
        this.rootBits = rootBits;
        this.root = new Object[1 << rootBits];
        this.maker = maker;
    }

    /** The chunk with a number; {@code null} if there is none. */
    @SuppressWarnings("unchecked")
    @Nullable
    C find(int key) {
        int left = key * SPREAD;
        Object found = SLOT.getAcquire(root, left >>> -rootBits);
        left <<= rootBits;
        while (found instanceof Object[] branch) {
            found = SLOT.getAcquire(branch, left >>> -BRANCH_BITS);
            left <<= BRANCH_BITS;
        }
        return found != null && ((Chunk) found).key == key ? (C) found : null;
    }

    /** The chunk with a number, made if there is none. */
    @SuppressWarnings("unchecked")
    C get(int key) {
        C made = null;
        @Nullable Object[] slots = root;
        int bits = rootBits;
        int used = 0;
        while (true) {
            int slot = key * SPREAD << used >>> -bits;
            Object found = SLOT.getAcquire(slots, slot);
            if (found == null) {
                made = made == null ? maker.make(key) : made;
                found = SLOT.compareAndExchange(slots, slot, (Object) null, (Object) made);
                if (found == null) {
                    return made;
                }
            }
            used += bits;
            bits = BRANCH_BITS;
            if (found instanceof Chunk chunk) {
                if (chunk.key == key) {
                    return (C) chunk;
                }
                found = branchInPlaceOf(chunk, slots, slot, used);
            }
            slots = (Object[]) found;
        }
    }

    /** Puts a branch where a chunk is, which it has then; gives the branch, this one or that of another thread. */
    @SuppressWarnings("ReferenceEquality") // the chunk itself
    private static Object branchInPlaceOf(Chunk chunk, @Nullable Object[] slots, int slot, int used) {
        @Nullable Object[] branch = new Object[1 << BRANCH_BITS];
        branch[chunk.key * SPREAD << used >>> -BRANCH_BITS] = chunk;
        Object other = SLOT.compareAndExchange(slots, slot, (Object) chunk, (Object) branch);
        return other == chunk ? branch : other;
    }

    /** Calls with every chunk that is there; also with what comes meanwhile, or not. */
    void forEach(Consumer<? super C> action) {
        forEach(root, action);
    }

    @SuppressWarnings("unchecked")
    private void forEach(@Nullable Object[] slots, Consumer<? super C> action) {
        for (int slot = 0; slot < slots.length; slot++) {
            Object found = SLOT.getAcquire(slots, slot);
            if (found instanceof Object[] branch) {
                forEach(branch, action);
            } else if (found != null) {
                action.accept((C) found);
            }
        }
    }
}
