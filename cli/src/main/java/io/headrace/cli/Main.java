package io.headrace.cli;

import io.headrace.cli.bench.BenchCommand;
import io.headrace.cli.check.CheckCommand;
import io.headrace.cli.demo.DemoCommand;
import io.headrace.cli.replay.ReplayCommand;
import io.headrace.cli.timeline.TimelineCommand;
import io.headrace.cli.topo.TopoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code headrace} command. Exit codes: 0 if all went well, 1 if something failed (said on stderr), 2 if the arguments
 * make no sense, 3 if there was nothing to do ({@code replay}, {@code timeline}).
 */
@Command(
        name = "headrace",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Many streams of work on the few hardware queues of an accelerator.",
        subcommands = {
            InfoCommand.class,
            SettingsCommand.class,
            DemoCommand.class,
            BenchCommand.class,
            CheckCommand.class,
            TopoCommand.class,
            ReplayCommand.class,
            TimelineCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Without an accelerator everything runs on the embedded device, this machine's CPU.",
            "Exit codes: 0 all well, 1 something failed, 2 bad usage, 3 nothing to replay or show."
        })
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        // Pictures are read and written only, never shown.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        System.exit(commandLine().execute(arguments));
    }

    /** The command line with its handlers, ready to execute; what it prints can be redirected. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(Failures::report);
        line.setParameterExceptionHandler(Failures::misused);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
