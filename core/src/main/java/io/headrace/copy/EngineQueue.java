package io.headrace.copy;

import io.headrace.topology.EngineClass;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A queue of a copy engine that somebody has. It is given back by {@link CopyEngines#free}, once. */
public final class EngineQueue {

    private static final AtomicIntegerFieldUpdater<EngineQueue> FREED =
            AtomicIntegerFieldUpdater.newUpdater(EngineQueue.class, "freed");

    private final CopyEngines engines;
    private final EngineClass engineClass;
    private final int bit;
    private final int engine;
    private final int index;
    private volatile int freed;

    EngineQueue(CopyEngines engines, EngineClass engineClass, int bit, int engine, int index) {
        this.engines = engines;
        this.engineClass = engineClass;
        this.bit = bit;
        this.engine = engine;
        this.index = index;
    }

    /** The node whose engine it is. */
    public int node() {
        return engines.node();
    }

    /** The engine's id on its node. */
    public int engine() {
        return engine;
    }

    /** The class of the engine, also of a queue that was asked for by the engine's id. */
    public EngineClass engineClass() {
        return engineClass;
    }

    /** Which of the engine's queues it is, from 0. */
    public int index() {
        return index;
    }

    /** Its bit in the map of its class. */
    public int bit() {
        return bit;
    }

    boolean isOf(CopyEngines others) {
        return engines == others;
    }

    /** Whether it has not been given back before. */
    boolean endOnce() {
        return FREED.compareAndSet(this, 0, 1);
    }

    /** Where it is. */
    @Override
    public String toString() {
        return "node=" + node() + " engine=" + engine + " queue=" + index;
    }
}
