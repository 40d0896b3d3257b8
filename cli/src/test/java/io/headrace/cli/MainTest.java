package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.HeadraceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {

    @ParameterizedTest
    @ValueSource(strings = {"info", "settings", "demo", "bench", "topo"})
    void everyCommandHasHelp(String command) {
        Cli.Result result = Cli.run(command, "--help");

        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("Usage: headrace " + command).contains("--json");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void helpNamesTheCommands() {
        Cli.Result result = Cli.run("--help");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("info", "settings", "demo", "bench", "topo");
    }

    @Test
    void theVersionIsPrinted() {
        Cli.Result result = Cli.run("--version");

        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("headrace ").contains("Java 25");
    }

    @Test
    void anUnknownCommandIsBadUsage() {
        Cli.Result result = Cli.run("inof");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("inof", "Did you mean", "headrace info", "--help");
    }

    @Test
    void noCommandIsBadUsage() {
        Cli.Result result = Cli.run();

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("a command is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "settings", "demo"})
    void anUnknownOptionIsBadUsage(String command) {
        Cli.Result result = Cli.run(command, "--frobnicate");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("headrace " + command + ": ", "--frobnicate");
    }

    @Test
    void anExpectedFailureShowsItsMessageAndCausesButNoStackTrace() {
        String err = failingWith(
                new HeadraceException("host call failed: stream=3", new IllegalStateException("out of paper")));

        assertThat(err).isEqualToNormalizingNewlines("""
                        failing: host call failed: stream=3
                          because: java.lang.IllegalStateException: out of paper
                        """);
    }

    @Test
    void anErrorOfTheProgramShowsItsStackTrace() {
        assertThat(failingWith(new IllegalStateException("impossible"))).contains("impossible", "\tat ");
    }

    @Test
    void anInterruptEndsTheCommandWithoutAStackTrace() {
        assertThat(failingWith(new InterruptedException())).isEqualToNormalizingNewlines("failing: interrupted\n");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static String failingWith(Exception failure) {
        StringWriter err = new StringWriter();
        @Command(name = "failing")
        class Failing implements Callable<Integer> {
            @Override
            public Integer call() throws Exception {
                throw failure;
            }
        }
        int code = new CommandLine(new Failing())
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(Failures::report)
                .execute();
        assertThat(code).isEqualTo(1);
        return err.toString();
    }
}
