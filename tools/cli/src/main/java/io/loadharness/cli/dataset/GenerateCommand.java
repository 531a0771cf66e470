package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.Quantity;
import io.loadharness.workload.SyntheticWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness dataset generate}. */
@Command(
        name = "generate",
        description = "Makes up a data set and writes it to a file. The same options give the same file.")
public final class GenerateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "OUT", description = "The file to write; its name says in which format, as .jsonl.")
    private Path file;

    @Mixin
    private WorkloadOptions workload;

    @Mixin
    private TokenizerOptions tokenizing;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Which prompts. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Override
    public Integer call() throws IOException {
        if (!workload.isGiven()) {
            throw new IllegalArgumentException(
                    "nothing says what is made up: --workload interactive-chat, for example, or --workload random");
        }
        try (Tokenizer tokenizer = tokenizing.open()) {
            write(workload.workload(Optional.ofNullable(tokenizer), seed));
        }
        return ExitCode.OK;
    }

    private void write(SyntheticWorkload made) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (DatasetWriter writer = WritableFormat.createByName(file)) {
            made.writeTo(writer);
            writer.finish();
            out.println(file + ": " + Quantity.count(writer.rows()) + " rows");
        }
    }
}
