// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.cli.options.Sources;
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

/** Says what went wrong in one sentence on standard error, and returns the exit code of it. */
final class ErrorMessages {

    private ErrorMessages() {}

    /** The command line cannot be understood. */
    static int onUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        String message = error instanceof UnmatchedArgumentException unmatched
                ? unknown(unmatched.getUnmatched().get(0), command)
                : plain(text(error));
        err.println(sentence(Sources.of(command.getCommandSpec()).placed(message)));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** The command threw. Of what breaks because the JVM was told to exit, nothing is said. */
    static int onError(Throwable error, CommandLine command, boolean debug) {
        if (JvmShutdown.hasBegun()) {
            return ExitCode.ABORTED;
        }
        command.getErr().println(sentence(Sources.of(command.getCommandSpec()).placed(text(error))));
        if (debug) {
            error.printStackTrace(command.getErr());
        }
        return error instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    /** Something that the command printed did not arrive, which only matters if nothing worse happened. */
    static int onLostOutput(int exitCode, CommandLine command) {
        command.getErr().println("Standard output cannot be written to, so what was printed is not complete.");
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
            return denied.getFile() + " must not be read or written by this user";
        }
        if (error instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " exists and is not a folder";
        }
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    /** Of a file that was to be written, it is the folder that is missing. */
    private static String missing(String file) {
        Path folder = Path.of(file).toAbsolutePath().getParent();
        return folder == null || Files.exists(folder)
                ? file + " does not exist"
                : file + " cannot be there: the folder " + folder + " does not exist";
    }

    /** What stands on the command line and means nothing, with the nearest that does. */
    private static String unknown(String word, CommandLine command) {
        if (word.startsWith("-")) {
            String name = word.replaceFirst("=.*", "");
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            return "there is no option '" + name + "'; the nearest is '" + Suggestions.nearest(name, options) + "'";
        }
        Set<String> commands = command.getSubcommands().keySet();
        return commands.isEmpty()
                ? "'" + word + "' is one argument too many"
                : "there is no command '" + word + "'; the nearest is '" + Suggestions.nearest(word, commands) + "'";
    }

    /**
     * Without picocli's own words: of an option that may be given several times, it adds how its value is called, of several names of an
     * option it takes the longest, and numbers have the names of Java's types.
     */
    private static String plain(String message) {
        return message.replaceFirst("^(Invalid value for option '[^']*') \\([^)]*\\)", "$1")
                .replace("'--api-server-url'", "'--url'")
                .replaceFirst("is not an? (int|long)$", "is no whole number")
                .replaceFirst("is not a double$", "is no number");
    }

    private static String sentence(String text) {
        String line = PlainText.of(text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.matches(".*[.)?]") ? line : line + ".";
    }
}
