package io.headrace.cli.bench;

import java.util.List;
import java.util.Map;

/** A named group of figures. */
interface Bench {

    /** The name users give. */
    String name();

    /** What it measures, in one line. */
    String about();

    /** Its figures, in the order in which they are shown. */
    List<Figure> figures();

    /**
     * Measures.
     *
     * @return a value for the key of each figure; optional ones may be missing
     * @throws io.headrace.cli.CommandFailure if this machine lacks what the bench needs
     */
    Map<String, Double> run(Effort effort) throws InterruptedException;
}
