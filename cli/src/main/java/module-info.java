/** The {@code headrace} command. */
module io.headrace.cli {
    requires HdrHistogram;
    requires com.fasterxml.jackson.jr.ob;
    requires info.picocli;
    requires io.headrace;
    requires io.headrace.archive;
    requires io.headrace.host;
    requires io.headrace.sim;
    requires io.headrace.tck;
    requires java.desktop;
    requires java.logging;
    requires java.management;
    requires jdk.management;
    requires me.tongfei.progressbar;
    requires org.junit.platform.launcher;
    requires static org.jspecify;

    // picocli sets the fields of the commands.
    opens io.headrace.cli to
            info.picocli;
    opens io.headrace.cli.bench to
            info.picocli;
    opens io.headrace.cli.check to
            info.picocli;
    opens io.headrace.cli.demo to
            info.picocli;
    opens io.headrace.cli.replay to
            info.picocli;
    opens io.headrace.cli.timeline to
            info.picocli;
    opens io.headrace.cli.topo to
            info.picocli;
}
