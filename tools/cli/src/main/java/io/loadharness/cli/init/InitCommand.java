// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ShellText;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness init}. */
@Command(
        name = "init",
        description = "Writes a commented run file from a template. Without TEMPLATE, lists all templates.")
public final class InitCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "TEMPLATE", description = "The name of the template, for example server.")
    private @Nullable RunFileTemplate template;

    @Option(names = "--output", paramLabel = "FILE", description = "The file to write. Default: TEMPLATE.yaml")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (template == null) {
            list(out);
            return ExitCode.OK;
        }
        Path file = Optional.ofNullable(output).orElse(Path.of(EnumNames.of(template) + ".yaml"));
        try {
            Files.writeString(file, template.text(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(file + " already exists: choose another file with --output", e);
        }
        String name = ShellText.quoted(file.toString());
        out.println("Wrote " + file + ". Edit it, check it with: " + ShellText.PROGRAM + " validate " + name
                + ", and run it with: " + ShellText.PROGRAM + " run " + name);
        return ExitCode.OK;
    }

    private static void list(PrintWriter out) {
        Table table = new Table("ll", "Template", "Measures");
        for (RunFileTemplate each : RunFileTemplate.values()) {
            table.row(EnumNames.of(each), each.purpose());
        }
        table.print(out);
    }
}
