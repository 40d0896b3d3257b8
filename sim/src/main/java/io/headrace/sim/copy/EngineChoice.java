package io.headrace.sim.copy;

/** By which rule a copy gets its engine. */
public enum EngineChoice {
    /** The engines that suit the link. */
    RECOMMENDED("recommended"),
    /** Any engine of the class: the lowest queue that is free. */
    LOWEST("lowest"),
    /** The engines of the class in turn, for each GPU on its own. */
    ROUND_ROBIN("round-robin"),
    /** The lowest engine of the class, for all copies. */
    ONE("one");

    private final String shown;

    EngineChoice(String shown) {
        this.shown = shown;
    }

    /** The choice as people write it, for instance {@code round-robin}. */
    @Override
    public String toString() {
        return shown;
    }
}
