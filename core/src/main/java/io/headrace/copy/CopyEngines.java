package io.headrace.copy;

import io.headrace.config.Knob;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a node's copy engines: which are free, and who gets which.
 *
 * <p>A queue of a class is the lowest that is free, so that queues which are taken one after the other go round the
 * engines. A queue of a chosen engine is the lowest free one of that engine; both kinds take from the same queues.
 * Safe for use from any thread; nobody waits.
 */
public final class CopyEngines {

    private final EngineSetup setup;
    private final QueueMap pcie;
    private final QueueMap xgmi;

    /** All queues are free. */
    public CopyEngines(EngineSetup setup) {
        this.setup = setup;
        this.pcie = newMap(EngineClass.PCIE);
        this.xgmi = newMap(EngineClass.XGMI);
    }

    private QueueMap newMap(EngineClass engineClass) {
        Engines engines = setup.engines();
        return new QueueMap(
                engines.count(engineClass),
                setup.queuesPerEngine(),
                setup.reservedPerEngine(),
                local(setup.excluded(), engineClass));
    }

    /** What the engines are. */
    public EngineSetup setup() {
        return setup;
    }

    /** The node whose engines they are. */
    public int node() {
        return setup.node();
    }

    /**
     * Takes a queue.
     *
     * @param engine the engine's id for {@link EngineKind#BY_ENGINE}; ignored for other kinds
     * @throws IllegalArgumentException if there is no engine of that id
     * @throws UnsupportedFeatureException if queues of a chosen engine cannot be had here, or that engine is excluded
     * @throws ResourcesExhaustedException if no such queue is free; others may be
     */
    public EngineQueue allocate(EngineKind kind, int engine) {
        EngineQueue queue = tryAllocate(kind, engine);
        if (queue == null) {
            throw new ResourcesExhaustedException(
                    kind == EngineKind.BY_ENGINE
                            ? "no free queue on engine=" + engine + " of node=" + node() + "; free on others="
                                    + free(setup.engines().classOf(engine)) + ", queues an engine="
                                    + setup.queuesPerEngine()
                            : "no free queue of class=" + kind + " on node=" + node() + "; engines="
                                    + engines(kind) + ", queues an engine=" + setup.queuesPerEngine()
                                    + ", of them reserved=" + setup.reservedPerEngine());
        }
        return queue;
    }

    /** Takes a queue of a class; like {@link #allocate(EngineKind, int)}. */
    public EngineQueue allocate(EngineClass engineClass) {
        return allocate(EngineKind.of(engineClass), 0);
    }

    /**
     * Takes a queue, if one is free.
     *
     * @param engine the engine's id for {@link EngineKind#BY_ENGINE}; ignored for other kinds
     * @return the queue; {@code null} if no such queue is free
     * @throws IllegalArgumentException if there is no engine of that id
     * @throws UnsupportedFeatureException if queues of a chosen engine cannot be had here, or that engine is excluded
     */
    public @Nullable EngineQueue tryAllocate(EngineKind kind, int engine) {
        return switch (kind) {
            case PCIE -> queue(EngineClass.PCIE, pcie.take());
            case XGMI -> queue(EngineClass.XGMI, xgmi.take());
            case BY_ENGINE -> {
                EngineClass engineClass = checked(engine);
                int index = engine - setup.engines().first(engineClass);
                yield queue(engineClass, mapOf(engineClass).takeOf(index));
            }
        };
    }

    /**
     * Takes a queue of any of some engines of a class, if one is free: the lowest.
     *
     * @param engines a bit for each engine; those of another class do not count
     * @throws UnsupportedFeatureException if queues of chosen engines cannot be had here, and these are not all of
     *     the class
     */
    public @Nullable EngineQueue tryAllocate(EngineClass engineClass, long engines) {
        long all = setup.engines().mask(engineClass) & ~setup.excluded();
        if ((engines & all) == all) {
            return tryAllocate(EngineKind.of(engineClass), 0);
        }
        requireByEngine();
        return queue(engineClass, mapOf(engineClass).takeOfAny(local(engines, engineClass)));
    }

    /**
     * Gives a queue back.
     *
     * @throws IllegalArgumentException if it was taken from other engines; nothing changes
     * @throws IllegalStateException if it was given back before; nothing changes
     */
    public void free(EngineQueue queue) {
        if (!queue.isOf(this)) {
            throw new IllegalArgumentException("the queue was not taken from these engines: " + queue);
        }
        if (!queue.endOnce()) {
            throw new IllegalStateException("the queue was given back before: " + queue);
        }
        mapOf(queue.engineClass()).give(queue.bit());
    }

    /** How many queues of a class are free. */
    public int free(EngineClass engineClass) {
        return mapOf(engineClass).free();
    }

    /** How many queues of an engine are free. */
    public int freeOn(int engine) {
        EngineClass engineClass = classOf(engine);
        return mapOf(engineClass).freeOf(engine - setup.engines().first(engineClass));
    }

    /**
     * The engines of which no queue is taken, a bit each.
     *
     * @throws ResourcesExhaustedException if there is none
     */
    public long idle() {
        long idle = idleNow();
        if (idle == 0) {
            throw new ResourcesExhaustedException("no copy engine is idle: node=" + node() + " engines="
                    + setup.engines().count());
        }
        return idle;
    }

    /** The same, where none is no error. */
    long idleNow() {
        return pcie.idle() | shifted(xgmi.idle());
    }

    /**
     * The engine that a mask names.
     *
     * @throws IllegalArgumentException if it names none, or several, or one that is not there
     */
    public int only(long mask) {
        if (Long.bitCount(mask) != 1 || (mask & setup.engines().mask()) == 0) {
            throw new IllegalArgumentException(
                    "a mask of exactly one engine is asked for: mask=0x" + Long.toHexString(mask) + " node=" + node()
                            + " engines=" + setup.engines().count());
        }
        return Long.numberOfTrailingZeros(mask);
    }

    private EngineClass checked(int engine) {
        requireByEngine();
        EngineClass engineClass = classOf(engine);
        if ((setup.excluded() >>> engine & 1) != 0) {
            throw new UnsupportedFeatureException("the engine is excluded: engine=" + engine + " node=" + node()
                    + "; see " + Knob.EXCLUDED_ENGINES.variable());
        }
        return engineClass;
    }

    private EngineClass classOf(int engine) {
        if (engine < 0 || engine >= setup.engines().count()) {
            throw new IllegalArgumentException("there is no such copy engine: engine=" + engine + " node=" + node()
                    + " engines=" + setup.engines().count());
        }
        return setup.engines().classOf(engine);
    }

    private void requireByEngine() {
        if (!setup.byEngine()) {
            throw new UnsupportedFeatureException("queues of a chosen copy engine cannot be had here: node=" + node()
                    + "; KFD has them from interface 1.17 on");
        }
    }

    private @Nullable EngineQueue queue(EngineClass engineClass, int bit) {
        if (bit == QueueMap.NONE) {
            return null;
        }
        int count = setup.engines().count(engineClass);
        int engine = setup.engines().first(engineClass) + bit % count;
        return new EngineQueue(this, engineClass, bit, engine, bit / count);
    }

    private QueueMap mapOf(EngineClass engineClass) {
        return engineClass == EngineClass.PCIE ? pcie : xgmi;
    }

    private int engines(EngineKind kind) {
        return setup.engines().count(kind == EngineKind.PCIE ? EngineClass.PCIE : EngineClass.XGMI);
    }

    /** A mask of ids as one of places within a class. */
    private long local(long mask, EngineClass engineClass) {
        long own = mask & setup.engines().mask(engineClass);
        return own == 0 ? 0 : own >>> setup.engines().first(engineClass);
    }

    private long shifted(long xgmiMask) {
        return xgmiMask == 0 ? 0 : xgmiMask << setup.engines().first(EngineClass.XGMI);
    }
}
