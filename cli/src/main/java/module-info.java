/** The {@code headrace} command. */
module io.headrace.cli {
    requires HdrHistogram;
    requires com.fasterxml.jackson.jr.ob;
    requires info.picocli;
    requires io.headrace;
    requires io.headrace.host;
    requires java.desktop;
    requires me.tongfei.progressbar;
    requires static org.jspecify;

    // picocli sets the fields of the commands.
    opens io.headrace.cli to
            info.picocli;
    opens io.headrace.cli.bench to
            info.picocli;
    opens io.headrace.cli.demo to
            info.picocli;
}
