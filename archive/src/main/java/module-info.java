/** Trees in archives: {@code .tar} and {@code .tar.gz}. Nothing to call; what reads trees finds it. */
module io.headrace.archive {
    requires io.headrace;
    requires org.apache.commons.compress;
    requires static org.jspecify;

    provides io.headrace.topology.TreeFormat with
            io.headrace.archive.TarFormat;
}
