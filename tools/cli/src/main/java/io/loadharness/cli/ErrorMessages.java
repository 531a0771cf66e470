// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.cli.options.OptionSources;
import io.loadharness.internal.JvmShutdown;
import io.loadharness.internal.PlainText;
import io.loadharness.internal.Suggestions;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints errors on standard error, one sentence each, and returns their exit codes. */
final class ErrorMessages {

    private ErrorMessages() {}

    /** Handles a command line that cannot be parsed. */
    static int onUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        String message = error instanceof UnmatchedArgumentException unmatched
                ? unknown(unmatched.getUnmatched().get(0), command)
                : reworded(text(error));
        err.println(sentence(OptionSources.of(command.getCommandSpec()).annotate(message)));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Handles an exception of a command. Prints nothing if the JVM is shutting down, because the shutdown caused the exception. */
    static int onError(Throwable error, CommandLine command, boolean debug) {
        if (JvmShutdown.isInProgress()) {
            return ExitCode.ABORTED;
        }
        command.getErr()
                .println(sentence(OptionSources.of(command.getCommandSpec()).annotate(text(error))));
        if (debug) {
            error.printStackTrace(command.getErr());
        }
        return error instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    /** Reports that output could not be written. Returns the exit code of the command if it failed, otherwise {@link ExitCode#FAILED}. */
    static int onLostOutput(int exitCode, CommandLine command) {
        command.getErr().println("Standard output cannot be written to: the output is incomplete.");
        return exitCode == ExitCode.OK ? ExitCode.FAILED : exitCode;
    }

    private static String text(Throwable error) {
        if (error instanceof Error) {
            return error.getCause() == null ? error.toString() : text(error.getCause());
        }
        if (error instanceof UncheckedIOException && error.getCause() instanceof FileSystemException cause) {
            return text(cause);
        }
        if (error instanceof NoSuchFileException missing) {
            return missing(missing.getFile());
        }
        if (error instanceof AccessDeniedException denied) {
            return denied.getFile() + " cannot be read or written by this user: change its permissions";
        }
        if (error instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " exists and is not a folder";
        }
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    /** Returns the message for a missing file, or for the missing folder of a file to write. */
    private static String missing(String file) {
        Path folder = Path.of(file).toAbsolutePath().getParent();
        return folder == null || Files.exists(folder)
                ? file + " does not exist"
                : file + " cannot be opened: the folder " + folder + " does not exist";
    }

    /** Returns the message for an unknown option, command or argument, with the nearest known name. */
    private static String unknown(String argument, CommandLine command) {
        if (argument.startsWith("-")) {
            String name = argument.replaceFirst("=.*", "");
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            return "unknown option '" + name + "'; did you mean '" + Suggestions.nearest(name, options) + "'?";
        }
        Set<String> commands = command.getSubcommands().keySet();
        return commands.isEmpty()
                ? "unexpected argument '" + argument + "': leave it out"
                : "unknown command '" + argument + "'; did you mean '" + Suggestions.nearest(argument, commands) + "'?";
    }

    /**
     * Rewrites a message of picocli in the words of the help. Picocli adds the parameter label to the name of a repeatable option, names
     * {@code --url} by its alias {@code --api-server-url}, and describes numbers by Java types.
     */
    private static String reworded(String message) {
        return message.replaceFirst("^(Invalid value for option '[^']*') \\([^)]*\\)", "$1")
                .replace("'--api-server-url'", "'--url'")
                .replaceFirst("is not an? (int|long)$", "is not a whole number")
                .replaceFirst("is not a double$", "is not a number");
    }

    private static String sentence(String text) {
        String line = PlainText.of(text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.matches(".*[.)?]") ? line : line + ".";
    }
}
