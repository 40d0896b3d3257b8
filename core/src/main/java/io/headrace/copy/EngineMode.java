package io.headrace.copy;

/** How much it matters that a copy gets the engine that suits its link. */
public enum EngineMode {
    /** Another engine of its class will do, else the device's own copy, else the way through the host. */
    PREFER,
    /** Nothing else will do: it is an error if no such engine has a free queue. */
    FORCE
}
