// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.cli.run.RunCommand;
import io.loadharness.cluster.SliceProgram;
import io.loadharness.cluster.SliceTask;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/** Runs a slice in a worker with the command {@code run}. {@link java.util.ServiceLoader} finds this class. */
public final class SliceWorker implements SliceProgram {

    private static final String RUN = "run";

    @Override
    public Result run(SliceTask task) {
        List<String> arguments = new ArrayList<>(List.of(RUN));
        task.arguments().forEach(each -> arguments.add(withInput(each, task.inputs())));
        arguments.addAll(List.of("--slice=" + task, "--output-dir=" + task.output()));
        StringWriter errors = new StringWriter();
        CommandLine commandLine = Harness.commandLine(arguments)
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(errors, true));
        RunCommand run =
                Objects.requireNonNull(commandLine.getSubcommands().get(RUN)).getCommand();
        run.runAs(task);
        int exitCode = Harness.execute(commandLine, Map.of(), arguments.toArray(String[]::new));
        System.err.print(errors);
        boolean hasReason = exitCode == Result.FAILED || exitCode == Result.WRONG_ARGUMENTS;
        return new Result(
                exitCode, hasReason ? errors.toString().lines().findFirst().orElse("") : "");
    }

    /** Returns an argument with the path of its input file. If the argument has no input file, returns it unchanged. */
    private static String withInput(String argument, Map<String, Path> inputs) {
        Path file = inputs.get(argument.replaceFirst("^--", "").replaceFirst("=", "/"));
        return file == null ? argument : argument.substring(0, argument.indexOf('=') + 1) + file;
    }
}
