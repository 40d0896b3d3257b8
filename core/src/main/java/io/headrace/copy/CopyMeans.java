package io.headrace.copy;

/** By what a copy is made, and why. */
public sealed interface CopyMeans {

    /** Why it is this one, in half a sentence. */
    String why();

    /**
     * By a copy engine.
     *
     * @param queue the queue, which the copy's end gives back
     * @param recommended whether the engine is one that suits the link
     * @param why why this engine
     */
    record OnEngine(EngineQueue queue, boolean recommended, String why) implements CopyMeans {}

    /**
     * By the device itself, with a kernel that copies.
     *
     * @param why why no engine
     */
    record OwnCopy(String why) implements CopyMeans {}

    /**
     * In two steps, through memory of the host.
     *
     * @param why why not directly
     */
    record ThroughHost(String why) implements CopyMeans {}
}
