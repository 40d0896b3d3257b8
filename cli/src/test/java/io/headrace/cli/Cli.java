package io.headrace.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import picocli.CommandLine;

/** Runs the command in this process and keeps what it printed. */
public final class Cli {

    private Cli() {}

    /** What a run left behind. */
    public record Result(int code, String out, String err) {}

    /** Runs the command; arguments are shown by their {@code toString}. */
    public static Result run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int code = line.execute(Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }
}
