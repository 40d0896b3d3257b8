package io.headrace.cli;

import io.headrace.error.HeadraceException;
import io.headrace.error.TopologyException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How failures reach the user: words on stderr. Only an error of the program itself shows its stack trace. */
final class Failures {

    private Failures() {}

    /** A command threw. */
    static int report(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (failure instanceof HeadraceException) {
            String said = String.valueOf(failure.getMessage());
            err.println(name(line) + ": " + said);
            // A topology that cannot be read says why in words of its own, which no name of an exception adds to.
            Throwable told = failure instanceof TopologyException ? null : failure.getCause();
            for (Throwable cause = told; cause != null; cause = cause.getCause()) {
                if (!isIn(said, cause)) {
                    said = cause.toString();
                    err.println("  because: " + said);
                }
            }
        } else if (failure instanceof CommandFailure) {
            err.println(name(line) + ": " + failure.getMessage());
        } else if (failure instanceof InterruptedException) {
            err.println(name(line) + ": interrupted");
            Thread.currentThread().interrupt();
        } else {
            err.println(name(line) + ": an error in the program itself; please report it with what follows");
            failure.printStackTrace(err);
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }

    /** Whether a line has told a cause's own words, so that they would only be said again. */
    private static boolean isIn(String said, Throwable cause) {
        String words = cause.getMessage();
        return words != null && !words.isBlank() && said.endsWith(words);
    }

    /** The arguments make no sense. */
    static int misused(ParameterException misuse, String[] arguments) {
        CommandLine line = misuse.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(name(line) + ": " + misuse.getMessage());
        UnmatchedArgumentException.printSuggestions(misuse, err);
        err.println("Try '" + name(line) + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }

    private static String name(CommandLine line) {
        return line.getCommandSpec().qualifiedName();
    }
}
