// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.inference.HubOptions;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
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
        description =
                "Generates a synthetic data set and writes it to a file. The same options always generate the same"
                        + " file.")
public final class GenerateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "OUT",
            description = "The file to write. The file extension selects the format, for example .jsonl.")
    private Path file;

    @Mixin
    private WorkloadOptions workload;

    @Mixin
    private TokenizerOptions tokenizing;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of the prompts, for example 42. Default: 0")
    private long seed;

    @Override
    public Integer call() throws IOException {
        if (!workload.isGiven()) {
            throw new IllegalArgumentException(
                    "no workload is given: give --workload, for example --workload interactive-chat or --workload"
                            + " random");
        }
        try (Tokenizer tokenizer =
                tokenizing.open(HubOptions.DEFAULTS, spec.commandLine().getOut())) {
            WrittenFile.print(
                    WritableFormat.write(file, workload.workload(Optional.ofNullable(tokenizer), seed)),
                    false,
                    spec.commandLine().getOut());
        }
        return ExitCode.OK;
    }
}
