/** The host driver: this machine's CPU as a Headrace device. */
module io.headrace.host {
    requires io.headrace;
    requires jdk.management;
    requires static org.jspecify;

    provides io.headrace.spi.Driver with
            io.headrace.host.HostDriver;
}
