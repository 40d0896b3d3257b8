package io.headrace.topology;

import java.util.Collection;
import java.util.stream.IntStream;

/**
 * The copy engines of a node: ids 0 to {@code pcie-1} are of class {@link EngineClass#PCIE}, the {@code xgmi} ids
 * behind them of class {@link EngineClass#XGMI}. Sets of engines are masks, a bit for each id.
 *
 * @param pcie how many are of class PCIe
 * @param xgmi how many are of class xGMI
 */
public record Engines(int pcie, int xgmi) {

    /** The most engines of a node, as many as a mask has bits. */
    public static final int MOST = Long.SIZE;

    public Engines {
        if (pcie < 0 || xgmi < 0 || (long) pcie + xgmi > MOST) {
            throw new IllegalArgumentException(
                    "a node has from 0 to " + MOST + " copy engines: pcie=" + pcie + " xgmi=" + xgmi);
        }
    }

    /** How many there are. */
    public int count() {
        return pcie + xgmi;
    }

    /** How many of a class there are. */
    public int count(EngineClass wanted) {
        return wanted == EngineClass.PCIE ? pcie : xgmi;
    }

    /** The lowest id of a class. */
    public int first(EngineClass wanted) {
        return wanted == EngineClass.PCIE ? 0 : pcie;
    }

    /** The class of an id, which must be one of theirs. */
    public EngineClass classOf(int id) {
        if (id < 0 || id >= count()) {
            throw new IllegalArgumentException("there is no such copy engine: id=" + id + " engines=" + count());
        }
        return id < pcie ? EngineClass.PCIE : EngineClass.XGMI;
    }

    /** All of them. */
    public long mask() {
        return lowest(count());
    }

    /** All of a class. */
    public long mask(EngineClass wanted) {
        return wanted == EngineClass.PCIE ? lowest(pcie) : lowest(count()) & ~lowest(pcie);
    }

    /** The ids in a mask, ascending. */
    public static IntStream ids(long mask) {
        return IntStream.range(0, MOST).filter(id -> (mask >>> id & 1) != 0);
    }

    /** The mask of some ids; what is no id of any engine is in none. */
    public static long mask(Collection<Integer> ids) {
        return ids.stream()
                .filter(id -> id >= 0 && id < MOST)
                .mapToLong(id -> 1L << id)
                .reduce(0, (left, bit) -> left | bit);
    }

    private static long lowest(int bits) {
        return bits == Long.SIZE ? -1 : (1L << bits) - 1;
    }
}
