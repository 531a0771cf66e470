// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import io.loadharness.cli.ExitCode;
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
        description = "Writes a run file with comments, to begin with. Without a case, it lists those that there are.")
public final class InitCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "CASE", description = "What you want to know, as in server.")
    private @Nullable Case chosen;

    @Option(names = "--output", paramLabel = "FILE", description = "Where to. Default: CASE.yaml")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (chosen == null) {
            list(out);
            return ExitCode.OK;
        }
        Path file = Optional.ofNullable(output).orElse(Path.of(EnumNames.of(chosen) + ".yaml"));
        try {
            Files.writeString(file, chosen.text(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(file + " exists already: name another file by --output", e);
        }
        out.println("Wrote " + file + ". Look at it, then: harness validate " + file + ", and: harness run " + file);
        return ExitCode.OK;
    }

    private static void list(PrintWriter out) {
        Table table = new Table("ll", "Case", "Tells");
        for (Case each : Case.values()) {
            table.row(EnumNames.of(each), each.question());
        }
        table.print(out);
    }
}
