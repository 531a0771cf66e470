package io.loadharness.cli;

import io.loadharness.cli.options.Sources;
import io.loadharness.cli.run.JvmShutdown;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong in one sentence on standard error. */
final class OneSentence {

    private OneSentence() {}

    /** The command line cannot be understood. */
    static int onUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(sentence(Sources.of(command.getCommandSpec()).placed(withoutLabel(error.getMessage()))));
        UnmatchedArgumentException.printSuggestions(error, err);
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
            return missing.getFile() + " does not exist";
        }
        if (error instanceof AccessDeniedException denied) {
            return denied.getFile() + " must not be read or written by this user";
        }
        if (error instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " exists and is not a folder";
        }
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    /** Of an option that may be given several times, picocli adds how its value is called. */
    private static String withoutLabel(String message) {
        return message.replaceFirst("^(Invalid value for option '[^']*') \\([^)]*\\)", "$1");
    }

    private static String sentence(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return line.matches(".*[.)?]") ? line : line + ".";
    }
}
