/** Devices and links that exist only in virtual time, to ask what would be on machines that one does not own. */
module io.headrace.sim {
    requires com.fasterxml.jackson.core;
    requires de.siegmar.fastcsv;
    requires transitive io.headrace;
    requires static org.jspecify;

    exports io.headrace.sim;
    exports io.headrace.sim.copy;
    exports io.headrace.sim.replay;
    exports io.headrace.sim.timeline;
    exports io.headrace.sim.trace;
}
