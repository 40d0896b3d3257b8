package io.headrace.copy;

import io.headrace.topology.EngineClass;

/** What kind of queue is asked for. */
public enum EngineKind {
    /** A queue of any engine of class {@link EngineClass#PCIE}. */
    PCIE,
    /** A queue of any engine of class {@link EngineClass#XGMI}. */
    XGMI,
    /** A queue of one engine, by its id. */
    BY_ENGINE;

    /** The kind that takes any engine of a class. */
    public static EngineKind of(EngineClass engineClass) {
        return engineClass == EngineClass.PCIE ? PCIE : XGMI;
    }
}
