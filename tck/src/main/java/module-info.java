/** The conformance suite: a driver's tests extend its classes. */
module io.headrace.tck {
    requires java.management;
    requires jdk.jfr;
    requires transitive io.headrace;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports io.headrace.tck;
    exports io.headrace.tck.fault;
    exports io.headrace.tck.forward;
    exports io.headrace.tck.simulation;

    uses io.headrace.spi.Driver;

    // JUnit calls the tests by reflection, and most of them are not public.
    opens io.headrace.tck;
}
