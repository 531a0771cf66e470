// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.cli.options.OptionSources;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.JvmShutdown;
import io.loadharness.internal.PlainText;
import io.loadharness.internal.ProgramName;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints errors on standard error, one sentence each, and returns their exit codes. */
final class ErrorMessages {

    /** A message of picocli about a whole number that is out of range for the type of the option. */
    private static final Pattern TOO_LARGE =
            Pattern.compile("Invalid value for option '([^']*)'(?: \\([^)]*\\))?: '([-+]?\\d+)' is not an? (int|long)");

    private static final String LLM_D = ProgramName.COMMAND + " llm-d run, which has the options of llm-d-benchmark";

    /** Options of other tools, with the equivalents of LoadHarness. The search for similar names does not find these equivalents. */
    private static final Map<String, String> OF_OTHER_HARNESSES =
            Map.of("-c", LLM_D, "-l", LLM_D, "-m", LLM_D, "-w", LLM_D);

    /** The scripts of llm-d-benchmark, and the commands of this harness that replace them. */
    private static final Map<String, String> COMMANDS_OF_LLM_D = Map.of(
            "standup", "server start FILE",
            "teardown", "server stop FILE",
            "e2e", "run --server-config FILE");

    private static final Pattern NO_PAIR = Pattern.compile(
            "(?s)Value for (?:option )+'([^']*)' \\(([^)]*)\\) should be in KEY=VALUE format but was .*");

    private ErrorMessages() {}

    /** Handles a command line that cannot be parsed. */
    static int onUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        String message = error instanceof UnmatchedArgumentException unmatched
                ? unknown(unmatched.getUnmatched().get(0), command)
                : reworded(ErrorText.of(error));
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
                .println(sentence(OptionSources.of(command.getCommandSpec())
                        .annotate(text(error, command.getCommandSpec().qualifiedName()))));
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

    private static String text(Throwable error, String command) {
        if (error instanceof OutOfMemoryError) {
            return "the memory of Java, " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, is not sufficient ("
                    + error.getMessage() + "): use less data, or set a larger heap, for example"
                    + " JAVA_TOOL_OPTIONS=-Xmx16g";
        }
        if (error instanceof Error) {
            return error.getCause() == null ? error.toString() : text(error.getCause(), command);
        }
        if (error instanceof UncheckedIOException
                && error.getCause() instanceof IOException cause
                && (cause instanceof FileSystemException || cause.toString().equals(error.getMessage()))) {
            return text(cause, command);
        }
        if (error instanceof FileSystemException file) {
            return text(file);
        }
        String message = ErrorText.of(error);
        return error instanceof IOException && !isOfLoadHarness(error)
                ? command + " cannot read or write data: " + message + "; --debug prints the stack trace"
                : message;
    }

    /** Returns the message for a file. Java's own message is often only the path. */
    private static String text(FileSystemException error) {
        if (error instanceof NoSuchFileException) {
            return missing(error.getFile());
        }
        if (error instanceof AccessDeniedException) {
            return error.getFile() + " cannot be read or written by this user: change its permissions";
        }
        if (error instanceof FileAlreadyExistsException) {
            return error.getFile() + " exists and is not a folder";
        }
        if (error instanceof NotDirectoryException) {
            return error.getFile() + " is not a folder";
        }
        return error.getReason() == null
                ? error.getFile() + " cannot be read or written: "
                        + error.getClass().getSimpleName()
                : String.valueOf(error.getMessage());
    }

    /** Returns true if this program wrote the message. The messages of Java and of other libraries do not name what was done. */
    private static boolean isOfLoadHarness(Throwable error) {
        StackTraceElement[] places = error.getStackTrace();
        return places.length == 0 || places[0].getClassName().startsWith("io.loadharness.");
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
            String known = OF_OTHER_HARNESSES.get(name.replace('_', '-'));
            if (known != null && options.contains("--server-config")) {
                return "unknown option '" + name + "'; use " + known;
            }
            boolean isDataset = name.equals("--dataset") && options.contains("--dataset-path");
            return "unknown option '" + name + "'"
                    + (isDataset
                            ? "; did you mean '--dataset-path'?"
                            : hint(name, options)); // for --dataset, hint() would suggest --dataset-sql
        }
        List<String> commands = command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .map(CommandLine::getCommandName)
                .toList();
        String own = COMMANDS_OF_LLM_D.get(argument.replaceFirst("\\.sh$", ""));
        if (own != null && command.getCommandName().equals("llm-d")) {
            return "unknown command '" + argument + "'; use " + ProgramName.COMMAND + " " + own
                    + ", see docs/guides/llm-d.md";
        }
        return commands.isEmpty()
                ? "unexpected argument '" + argument + "': leave it out"
                : "unknown command '" + argument + "'"
                        + Suggestions.similar(argument, commands)
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse(". Allowed: " + String.join(", ", commands));
    }

    /**
     * Rewrites a message of picocli in the words of the help. Picocli adds the parameter label to the name of a repeatable option, names
     * {@code --url} by its alias {@code --api-server-url}, and describes numbers by Java types.
     */
    private static String reworded(String message) {
        Matcher tooLarge = TOO_LARGE.matcher(message);
        if (tooLarge.matches()) {
            boolean isInt = tooLarge.group(3).equals("int");
            return tooLarge.group(1) + " must be from " + (isInt ? Integer.MIN_VALUE : Long.MIN_VALUE) + " to "
                    + (isInt ? Integer.MAX_VALUE : Long.MAX_VALUE) + ": got " + tooLarge.group(2);
        }
        Matcher noPair = NO_PAIR.matcher(message);
        if (noPair.matches()) {
            // The value may be a secret.
            return "Invalid value for option '" + noPair.group(1) + "': write " + noPair.group(2)
                    + "; the value has no equals sign";
        }
        return message.replaceFirst("^(Invalid value for option '[^']*') \\([^)]*\\)", "$1")
                .replace("'--api-server-url'", "'--url'")
                .replaceFirst("is not an? (int|long)$", "is not a whole number")
                .replaceFirst("is not a double$", "is not a number");
    }

    /** Returns the hint for an unknown option. Options are compared without their hyphens. */
    private static String hint(String name, Set<String> options) {
        Map<String, String> byText = new TreeMap<>();
        options.forEach(each -> byText.put(each.replaceFirst("^-+", ""), each));
        return Suggestions.similar(name.replaceFirst("^-+", ""), byText.keySet())
                .map(similar -> "; did you mean '" + byText.get(similar) + "'?")
                .orElse("");
    }

    private static String sentence(String text) {
        String line = PlainText.of(text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.matches(".*[.)?]") ? line : line + ".";
    }
}
