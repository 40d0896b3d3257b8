/** Headrace: the API a user imports, the runtime, and the driver SPI. */
module io.headrace {
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.headrace;
    exports io.headrace.acc;
    exports io.headrace.config;
    exports io.headrace.copy;
    exports io.headrace.error;
    exports io.headrace.kernel;
    exports io.headrace.memory;
    exports io.headrace.queue;
    exports io.headrace.signal;
    exports io.headrace.spi;
    exports io.headrace.topology;
    exports io.headrace.trace;

    uses io.headrace.spi.Driver;
    uses io.headrace.topology.TreeFormat;
}
