/** Headrace's counters as Micrometer meters. */
module io.headrace.micrometer {
    requires transitive io.headrace;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.headrace.micrometer;
}
