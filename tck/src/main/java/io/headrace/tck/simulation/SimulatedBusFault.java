package io.headrace.tck.simulation;

import io.headrace.error.HeadraceException;

/** What a simulated bus throws: by order of a test, or since somebody read or wrote where nothing is. */
public final class SimulatedBusFault extends HeadraceException {

    private static final long serialVersionUID = 1L;

    SimulatedBusFault(String message) {
        super(message);
    }
}
